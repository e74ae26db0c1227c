package codex_test

import (
	"bytes"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/internal/vectest/sourcetest"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/codex"
)

func TestVectors(t *testing.T) { sourcetest.Run(t, codex.Source, 10) }

func TestDamage(t *testing.T) { sourcetest.Damage(t, codex.Source) }

func read(t *testing.T, text string, o source.Options) ([]string, source.Report) {
	t.Helper()
	return sourcetest.Read(t, codex.Source, bytes.NewReader([]byte(text)), o)
}

func FuzzCodex(f *testing.F) { sourcetest.Fuzz(f, codex.Source) }
