package gemini_test

import (
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/internal/vectest/sourcetest"
	"github.com/vitrine-go/vitrine/artifactkit/source/gemini"
)

func TestVectors(t *testing.T) { sourcetest.Run(t, gemini.Source, 10) }

func TestDamagedInputCostsWhatIsDamaged(t *testing.T) { sourcetest.Damage(t, gemini.Source) }

func FuzzGemini(f *testing.F) { sourcetest.Fuzz(f, gemini.Source) }
