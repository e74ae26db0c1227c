package a2a_test

import (
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/internal/vectest/sourcetest"
	"github.com/vitrine-go/vitrine/artifactkit/source/a2a"
)

func TestVectors(t *testing.T) { sourcetest.Run(t, a2a.Source, 10) }

func TestDamagedInputCostsWhatIsDamaged(t *testing.T) { sourcetest.Damage(t, a2a.Source) }

func FuzzA2a(f *testing.F) { sourcetest.Fuzz(f, a2a.Source) }
