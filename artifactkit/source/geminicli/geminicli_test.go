package geminicli_test

import (
	"bytes"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/internal/vectest/sourcetest"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/geminicli"
)

func TestVectors(t *testing.T) { sourcetest.Run(t, geminicli.Source, 10) }

func TestDamage(t *testing.T) { sourcetest.Damage(t, geminicli.Source) }

func FuzzGeminicli(f *testing.F) { sourcetest.Fuzz(f, geminicli.Source) }

func read(t *testing.T, text string, o source.Options) ([]string, source.Report) {
	t.Helper()
	return sourcetest.Read(t, geminicli.Source, bytes.NewReader([]byte(text)), o)
}
