package claudecode_test

import (
	"bytes"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/internal/vectest/sourcetest"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/claudecode"
)

func TestVectors(t *testing.T) { sourcetest.Run(t, claudecode.Source, 8) }

func TestDamagedInputCostsWhatIsDamaged(t *testing.T) { sourcetest.Damage(t, claudecode.Source) }

func read(t *testing.T, text string, o source.Options) ([]string, source.Report) {
	t.Helper()
	return sourcetest.Read(t, claudecode.Source, bytes.NewReader([]byte(text)), o)
}
