package civil_test

import (
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/internal/civil"
)

var texts = []string{
	"2024-02-29T23:59:59Z", "2023-02-29T00:00:00Z", "1969-12-31T23:59:59.999999999Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59+00:00",
	"2024-01-02T03:04:05.1+05:30", "2024-01-02T03:04:05,25-11:15", "2024-01-02T3:04:05Z", "2024-01-02T03:04:05.1234567891234Z", "2024-01-02T03:04:05.Z",
	"2024-01-02T03:04:05+24:00", "2024-01-02T03:04:05+24:60", "2024-01-02T03:04:05+25:00", "2024-01-02T24:00:00Z", "2024-01-02T03:60:05Z", "2024-01-02T03:04:60Z",
	"2024-13-02T03:04:05Z", "2024-00-02T03:04:05Z", "2024-01-00T03:04:05Z", "2024-01-32T03:04:05Z", "1900-02-29T00:00:00Z", "2000-02-29T00:00:00Z",
	"2024-01-02t03:04:05z", "2024-01-02 03:04:05Z", "2024-01-02T03:04:05", "2024-01-02T03:04:05Zx", " 2024-01-02T03:04:05Z", "24-01-02T03:04:05Z", "2024-1-2T03:04:05Z",
	"", "T", "2024-01-02T:04:05Z", "-001-01-02T03:04:05Z", "2024-01-02T03:04:05+0530", "2024-01-02T03:04:05+5:30", "0000-01-01T00:00:00+23:59", "2024-01-02T03:04:05.5",
}

// agree holds what is read and written against package time.
func agree(t *testing.T, s string) {
	t.Helper()
	want, err := time.Parse(time.RFC3339Nano, s)
	got, ok := civil.Parse(s)
	if ok != (err == nil) {
		t.Fatalf("%q: read %v, want %v (%v)", s, ok, err == nil, err)
	}
	if !ok {
		return
	}
	want = want.UTC()
	for _, c := range [][2]string{
		{got.RFC3339(9), want.Format("2006-01-02T15:04:05.999999999Z")},
		{got.RFC3339(6), want.Format("2006-01-02T15:04:05.999999Z")},
		{got.Millis(), want.Format("2006-01-02T15:04:05.000Z")},
		{got.Date(), want.Format(time.DateOnly)}, {got.Clock(), want.Format(time.TimeOnly)},
	} {
		if c[0] != c[1] {
			t.Errorf("%q: got %s, want %s", s, c[0], c[1])
		}
	}
	if got.Year() != int64(want.Year()) {
		t.Errorf("%q: got the year %d, want %d", s, got.Year(), want.Year())
	}
}

func TestTextsAreReadAsPackageTimeReadsThem(t *testing.T) {
	for _, s := range texts {
		agree(t, s)
	}
}

func TestDifferencesAreThoseOfPackageTime(t *testing.T) {
	for _, a := range texts {
		for _, b := range texts {
			x, ok := civil.Parse(a)
			y, ok2 := civil.Parse(b)
			if !ok || !ok2 {
				continue
			}
			u, _ := time.Parse(time.RFC3339Nano, a)
			v, _ := time.Parse(time.RFC3339Nano, b)
			if got, want := x.Sub(y), int64(u.Sub(v)); got != want {
				t.Errorf("%s - %s: got %d, want %d", a, b, got, want)
			}
			if got, want := x.Before(y), u.Before(v); got != want {
				t.Errorf("%s before %s: got %v", a, b, got)
			}
		}
	}
}

func TestDaysOfThousandsOfYears(t *testing.T) {
	for sec := int64(-1e11); sec < 1e11; sec += 7_654_321 {
		want := time.Unix(sec, 0).UTC()
		if got := civil.Unix(sec, 0); got.Date()+" "+got.Clock() != want.Format(time.DateTime) {
			t.Fatalf("%d: got %s %s, want %s", sec, got.Date(), got.Clock(), want.Format(time.DateTime))
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range texts {
		f.Add(s)
	}
	f.Fuzz(agree)
}
