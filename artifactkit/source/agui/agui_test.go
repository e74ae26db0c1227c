package agui_test

import (
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/internal/vectest/sourcetest"
	"github.com/vitrine-go/vitrine/artifactkit/source/agui"
)

func TestVectors(t *testing.T) { sourcetest.Run(t, agui.Source, 10) }

func TestDamagedInputCostsWhatIsDamaged(t *testing.T) { sourcetest.Damage(t, agui.Source) }

func FuzzAgui(f *testing.F) { sourcetest.Fuzz(f, agui.Source) }
