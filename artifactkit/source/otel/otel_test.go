package otel_test

import (
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/internal/vectest/sourcetest"
	"github.com/vitrine-go/vitrine/artifactkit/source/otel"
)

func TestVectors(t *testing.T) { sourcetest.Run(t, otel.Source, 10) }

func TestDamagedInputCostsWhatIsDamaged(t *testing.T) { sourcetest.Damage(t, otel.Source) }

func FuzzOtel(f *testing.F) { sourcetest.Fuzz(f, otel.Source) }
