package nats_test

import (
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"
)

// childEnv makes the test binary a producer on the folder it names, to be killed by its parent.
const childEnv = "VITRINE_TEST_PRODUCER_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childEnv); dir != "" {
		fmt.Fprintln(os.Stderr, produce(dir))
		os.Exit(1)
	}
	goleak.VerifyTestMain(m)
}
