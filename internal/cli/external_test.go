package cli_test

import (
	"strings"
	"testing"
)

func TestSettingsOfAnEngineElsewhere(t *testing.T) {
	for _, tt := range []struct {
		name string
		args []string
		want string
		code int
	}{
		{"shown without the password", []string{"--nats", "nats://me:secret@10.0.0.1:4222,nats://10.0.0.2:4222", "--replicas", "3"}, "nats://xxxxx@10.0.0.1:4222,nats://10.0.0.2:4222", 0},
		{"with what it means for an event", []string{"--nats", "nats://10.0.0.1:4222", "--replicas", "3"}, "on most of 3 replicas", 0},
		{"replicas of nothing", []string{"--replicas", "3"}, "name the engine with --nats", 2},
		{"two replicas", []string{"--nats", "nats://10.0.0.1:4222", "--replicas", "2"}, "--replicas", 2},
		{"a durability that is the engine's", []string{"--nats", "nats://10.0.0.1:4222", "--durability", "fast"}, "is set there", 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out, errs, code := run(t, "", append([]string{"check-config", "--data", t.TempDir()}, tt.args...)...)
			if all := out + errs; code != tt.code || !strings.Contains(all, tt.want) || strings.Contains(all, "secret") {
				t.Errorf("got %d %s, want %d and %q", code, all, tt.code, tt.want)
			}
		})
	}
}
