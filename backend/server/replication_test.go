package server_test

import (
	"strings"
	"testing"

	"krapao/backend/platform/config"
	"krapao/backend/server/servertest"
)

const noStandby = "no synchronous standby"

// withProduction runs the server with the production profile and this REPLICATION.
func withProduction(replication string) servertest.Option {
	return func(c *config.Config) {
		c.Profile, c.PublicURL, c.Replication = "production", "https://wallet.example", replication
	}
}

func TestCheckReplication_ProductionWithoutStandby_WarnsOnce(t *testing.T) {
	for replication, want := range map[string]int{"": 1, config.ReplicationManaged: 0, config.ReplicationNone: 0} {
		h := servertest.New(t, withProduction(replication))

		if err := h.CheckReplication(t.Context()); err != nil { // the start has checked already
			t.Fatal(err)
		}

		if got := strings.Count(h.Logged(), noStandby); got != want {
			t.Errorf("REPLICATION=%s: %d warnings, not %d", replication, got, want)
		}
	}
}

func TestCheckReplication_Development_DoesNotWarn(t *testing.T) {
	h := servertest.New(t)

	if got := h.Logged(); strings.Contains(got, noStandby) {
		t.Error(got)
	}
}

func TestMetrics_WithoutStandby_ReplicationIs0OrAbsentIfManagedElsewhere(t *testing.T) {
	for replication, want := range map[string]string{
		"": "\nkrapao_replication_synchronous 0\n", config.ReplicationManaged: "", config.ReplicationNone: "",
	} {
		port := servertest.FreeAddress(t)
		servertest.New(t, servertest.Metrics(port), func(c *config.Config) { c.Replication = replication })

		text := scrapeMetrics(t, port)

		if want != "" && !strings.Contains(text, want) || want == "" && strings.Contains(text, "krapao_replication_synchronous") {
			t.Errorf("REPLICATION=%s: the metric exists: %t", replication, strings.Contains(text, "krapao_replication_synchronous"))
		}
	}
}
