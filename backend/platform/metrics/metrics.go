// Package metrics has the server's counters for Prometheus. Values that are read at a scrape (queues, fold
// lag, sockets) come from collectors, which the caller passes to Handler.
//
// The number of labels is limited: routes by pattern, providers by name, job kinds by type. No label
// contains data of a member.
package metrics

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

var (
	calls = prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "krapao_call_seconds", Help: "Calls of the API, by route pattern and status.",
		Buckets: []float64{.002, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30},
	}, []string{"method", "route", "status"})
	providers = prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "krapao_company_call_seconds", Help: "Calls to outside providers. Outcome: answered (in their own words) or down.",
		Buckets: []float64{.01, .05, .1, .25, .5, 1, 2.5, 5, 10, 20},
	}, []string{"company", "outcome"})
	jobs = prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "krapao_job_seconds", Help: "Jobs that ran, by kind. Outcome: completed, snoozed (will ask again), failed (will try again) or discarded.",
		Buckets: []float64{.005, .02, .1, .5, 1, 5, 20, 60},
	}, []string{"kind", "outcome"})
	storeOperations = prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "krapao_store_seconds", Help: "Operations on the store of uploaded files (read, write, remove). Outcome: ok, missing, differs (other bytes than were stored), timeout, failed, or resting (not sent: the store timed out three times in a row).",
		Buckets: []float64{.005, .02, .1, .5, 1, 2.5, 5, 10, 30, 90},
	}, []string{"op", "outcome"})
	pushes = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "krapao_pushes_total", Help: "Pushes handed to a push service: taken, gone (subscription removed), refused, later.",
	}, []string{"outcome"})
	refused = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "krapao_database_refused_total", Help: "Statements and connections that the database refused, by reason.",
	}, []string{"why"})
)

// ObserveCall counts a call of the API.
func ObserveCall(method, route string, status int, took time.Duration) {
	calls.WithLabelValues(method, route, strconv.Itoa(status)).Observe(took.Seconds())
}

// ObserveProviderCall counts a call to a provider.
func ObserveProviderCall(provider string, responded bool, took time.Duration) {
	outcome := "down"
	if responded {
		outcome = "answered"
	}
	providers.WithLabelValues(provider, outcome).Observe(took.Seconds())
}

// ObserveStore counts an operation on the store of uploaded files.
func ObserveStore(op, outcome string, took time.Duration) {
	storeOperations.WithLabelValues(op, outcome).Observe(took.Seconds())
}

// ObserveJob counts a job that ran.
func ObserveJob(kind, outcome string, took time.Duration) {
	jobs.WithLabelValues(kind, outcome).Observe(took.Seconds())
}

// CountPush counts a push service's response.
func CountPush(outcome string) { pushes.WithLabelValues(outcome).Inc() }

// RegisterRefusal creates the counter of a reason with 0, so that an alarm notices the first refusal.
func RegisterRefusal(why string) { refused.WithLabelValues(why) }

// CountRefusal counts a statement or a connection that the database refused. The reasons are those
// of pg.Refusal.
func CountRefusal(why string) { refused.WithLabelValues(why).Inc() }

// Handler serves GET /metrics with all counters, and the metrics of extra collectors.
func Handler(extra ...prometheus.Collector) http.Handler {
	registry := prometheus.NewRegistry()
	registry.MustRegister(calls, providers, storeOperations, jobs, pushes, refused,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	registry.MustRegister(extra...)
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError}))
	return mux
}
