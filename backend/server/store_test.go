package server_test

import (
	"net/http"
	"strings"
	"testing"

	"krapao/backend/platform/blob/blobtest"
	"krapao/backend/platform/config"
	"krapao/backend/server/servertest"
)

// inBucket makes the server store its files in a bucket.
func inBucket(b *blobtest.Bucket) servertest.Option {
	return func(c *config.Config) { c.MediaURL = b.URL }
}

// missingBucket makes the server store its files in a bucket that does not exist.
func missingBucket(b *blobtest.Bucket) servertest.Option {
	return func(c *config.Config) { c.MediaURL = strings.Replace(b.URL, "/media?", "/elsewhere?", 1) }
}

func TestStart_BucketIsNotThere_WarnsAndServes(t *testing.T) {
	h := servertest.New(t, missingBucket(blobtest.New(t)))

	h.WaitProbes()

	logged := h.Logged()
	for _, files := range []string{"files=slips", "files=chat"} {
		if !strings.Contains(logged, "the store of files does not work") || !strings.Contains(logged, files) {
			t.Errorf("no warning of %s: %s", files, logged)
		}
	}
	h.AddMember().Call("GET", "/api/wallet", nil).Want(http.StatusOK)
}

func TestStart_StoreHangs_ServesMeanwhile(t *testing.T) {
	b := blobtest.New(t)
	b.Set(blobtest.Hanging)
	// With this timeout, a start that waited for the probe would exceed the test's time.
	h := servertest.New(t, func(c *config.Config) { c.MediaURL = b.URL + "&timeout=1h" })

	<-b.Hangs
	h.AddMember().Call("GET", "/api/wallet", nil).Want(http.StatusOK)
}

func TestStart_StoreServes_WarnsOfNothing(t *testing.T) {
	h := servertest.New(t, inBucket(blobtest.New(t)))

	h.WaitProbes()

	if logged := h.Logged(); strings.Contains(logged, "store of files") {
		t.Error(logged)
	}
}

func TestStoreMetrics_WorkingAndMissingBucket_AreCountedByOperationAndOutcome(t *testing.T) {
	port := servertest.FreeAddress(t)
	h := servertest.New(t, servertest.Metrics(port), inBucket(blobtest.New(t)))
	h.WaitProbes()
	missing := servertest.New(t, missingBucket(blobtest.New(t)))
	missing.WaitProbes()

	text := scrapeMetrics(t, port)

	for _, want := range []string{
		`krapao_store_seconds_count{op="write",outcome="ok"}`, `krapao_store_seconds_count{op="read",outcome="ok"}`, `krapao_store_seconds_count{op="remove",outcome="ok"}`,
		`krapao_store_seconds_count{op="write",outcome="failed"}`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s", want)
		}
	}
}
