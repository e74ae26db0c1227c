package main

import (
	"encoding/json"
	"runtime"
	"slices"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// rounds is how often each side runs; the two take turns, so that a busy moment of the machine meets both.
const rounds = 31

// Figure is one row of the comparison: medians of nanoseconds for reading all texts of an input.
type Figure struct {
	Name   string
	Bytes  int
	Ours   int64
	Theirs int64
}

func (f Figure) rate(ns int64) float64 { return float64(f.Bytes) / float64(ns) * 1e3 } // MB/s

func compareAll() (all []Figure) {
	for _, in := range inputs() {
		ours, theirs := alternate(func() { readAll(in.texts) }, func() { unmarshalAll(in.texts) })
		all = append(all, Figure{in.name, in.bytes(), ours, theirs})
	}
	return all
}

// readAll decodes and validates: exact JSON, bounds, duplicate members, schema, version, the artifact's members, the portable text.
func readAll(texts [][]byte) {
	for _, t := range texts {
		v, why := protocol.Parse(t)
		if why != nil {
			panic(why.Message)
		}
		if a, _ := protocol.ArtifactOf(v, protocol.Versions{}); !a.Exists() {
			panic("an input of the benchmark has no artifact")
		}
		protocol.ValueOf(v, "")
	}
}

// unmarshalAll decodes into maps and validates nothing.
func unmarshalAll(texts [][]byte) {
	for _, t := range texts {
		var v any
		if err := json.Unmarshal(t, &v); err != nil {
			panic(err)
		}
	}
}

func alternate(a, b func()) (medianA, medianB int64) {
	a()
	b()
	var as, bs []int64
	for range rounds {
		as, bs = append(as, once(a)), append(bs, once(b))
	}
	return median(as), median(bs)
}

// once times one call. What others left behind is collected before, so that each pays for its own memory only.
func once(f func()) int64 {
	runtime.GC()
	start := time.Now()
	f()
	return max(1, time.Since(start).Nanoseconds())
}

func median(ns []int64) int64 {
	slices.Sort(ns)
	return ns[len(ns)/2]
}
