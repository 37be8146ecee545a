package sandbox

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// fault changes the next Count calls to Target, as Mode says.
type fault struct {
	Target  string `json:"target"`
	Mode    string `json:"mode"`
	Count   int    `json:"count"`
	DelayMs int    `json:"delayMs"`
	// Code is the provider's own error code, for the mode "error".
	Code string `json:"code,omitempty"`
}

type faults struct {
	mu   sync.Mutex
	list []*fault
}

// The modes of faults.
const (
	faultError       = "error"   // the provider definitely refuses
	faultHTTP500     = "http500" // the outcome is unknown
	faultTimeout     = "timeout" // nothing is done, and there is no response
	faultAfterCommit = "timeout_after_commit"
	faultSlow        = "slow"
	faultGarbage     = "garbage"
	faultPending     = "pending" // a payout is accepted, and paid delayMs later
	faultFalse       = "lie"     // a game provider's response is false (game_false.go)
	faultDuplicate   = "duplicate_webhook"
	faultSignature   = "bad_signature" // of a webhook
)

// The delays of faults without DelayMs.
const (
	defaultTimeout = 30 * time.Second // timeout and timeout_after_commit
	defaultSlow    = 3 * time.Second
)

var (
	modes   = []string{faultError, faultHTTP500, faultTimeout, faultAfterCommit, faultSlow, faultGarbage, faultPending, faultFalse, faultDuplicate, faultSignature}
	targets = []string{
		"sms", "sms:request", "sms:verify", "bank", "bank:feed", "slip", "slip:verify", "bank:list", "payout", "payout:create", "payout:query", "payout:list",
		"qr", "qr:create", "qr:query", "qr:cancel", "qr:list", "qr:callback", "truemoney", "truemoney:verify", "truemoney:redeem", "truemoney:list",
	}
)

func init() {
	targets = append(targets, gameTargets()...)
	for _, name := range qrGateways { // faults of one gateway alone
		targets = append(targets, "qr:create:"+name, "qr:query:"+name, "qr:cancel:"+name)
	}
}

func (sb *Sandbox) faultRoutes(mux *http.ServeMux) {
	mux.HandleFunc("POST /faults", control(func(r *http.Request) (any, error) {
		f := fault{Count: 1}
		if err := decode(r, &f); err != nil {
			return nil, err
		}
		f.Target = pushTarget(f)
		if !slices.Contains(targets, f.Target) {
			return nil, badRequest("target is one of " + strings.Join(targets, ", "))
		}
		if !slices.Contains(modes, f.Mode) {
			return nil, badRequest("mode is one of " + strings.Join(modes, ", "))
		}
		if f.Mode == faultFalse && !supportsFalseResponse(f.Target) {
			return nil, badRequest("the mode lie needs the target game:SLOT or game:SLOT:ACTION, with an action of " + strings.Join(falseActions, ", "))
		}
		if f.Count < 1 || f.DelayMs < 0 {
			return nil, badRequest("count is at least 1, delayMs at least 0")
		}
		sb.faults.mu.Lock()
		defer sb.faults.mu.Unlock()
		sb.faults.list = append(sb.faults.list, &f)
		return f, nil
	}))
	mux.HandleFunc("GET /faults", control(func(*http.Request) (any, error) {
		sb.faults.mu.Lock()
		defer sb.faults.mu.Unlock()
		left := []fault{}
		for _, f := range sb.faults.list {
			left = append(left, *f)
		}
		return map[string]any{"faults": left, "targets": targets, "modes": modes}, nil
	}))
	mux.HandleFunc("DELETE /faults", control(func(*http.Request) (any, error) {
		sb.faults.mu.Lock()
		defer sb.faults.mu.Unlock()
		sb.faults.list = nil
		return map[string]any{"faults": []fault{}}, nil
	}))
}

// consumeFault returns the first fault that matches an action, and uses up one count of it. The action
// "game:joker2:transfer" also matches faults of "game:joker2". Faults that exist only for webhooks do not
// match. The mode "lie" matches only actions that supportsFalseResponse accepts.
func (fs *faults) consumeFault(action string) (fault, bool) {
	return fs.consumeMatchingFault(action, func(f *fault) bool {
		return f.Mode != faultDuplicate && f.Mode != faultSignature && (f.Mode != faultFalse || supportsFalseResponse(action))
	})
}

// consumeWebhookFault is consumeFault for a webhook. A fault of the whole provider matches only in the modes
// "duplicate_webhook" and "bad_signature".
func (fs *faults) consumeWebhookFault(action string) (fault, bool) {
	return fs.consumeMatchingFault(action, func(f *fault) bool { return f.Target == action || f.Mode == faultDuplicate || f.Mode == faultSignature })
}

func (fs *faults) consumeMatchingFault(action string, fits func(*fault) bool) (fault, bool) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	for i, f := range fs.list {
		if !strings.HasPrefix(action+":", f.Target+":") || !fits(f) {
			continue
		}
		f.Count--
		if f.Count == 0 {
			fs.list = slices.Delete(fs.list, i, i+1)
		}
		return *f, true
	}
	return fault{}, false
}

// withFaultsOf returns a handler that runs do, or applies the next fault of action. refuse sends a
// refusal in the provider's own format.
func (sb *Sandbox) withFaultsOf(action string, refuse func(http.ResponseWriter, string), do http.HandlerFunc) http.HandlerFunc {
	return func(rw http.ResponseWriter, r *http.Request) {
		f, found := sb.faults.consumeFault(action)
		if !found {
			do(rw, r)
			return
		}
		delay := time.Duration(f.DelayMs) * time.Millisecond
		switch f.Mode {
		case faultError:
			waitFor(r.Context(), delay)
			refuse(rw, f.Code)
		case faultHTTP500:
			waitFor(r.Context(), delay)
			http.Error(rw, "Internal Server Error", http.StatusInternalServerError)
		case faultGarbage:
			waitFor(r.Context(), delay)
			rw.Header().Set("Content-Type", "text/html")
			_, _ = rw.Write([]byte("<html><body>Please log in to this network</body></html>"))
		case faultSlow:
			waitFor(r.Context(), durationOr(delay, defaultSlow))
			do(rw, r)
		case faultPending:
			f.DelayMs = int(durationOr(delay, defaultPending).Milliseconds())
			do(rw, r.WithContext(context.WithValue(r.Context(), pendingKey{}, f)))
		case faultFalse:
			do(rw, r.WithContext(context.WithValue(r.Context(), falseKey{}, f)))
		case faultAfterCommit:
			do(discardWriter{http.Header{}}, r)
			waitFor(r.Context(), durationOr(delay, defaultTimeout))
			panic(http.ErrAbortHandler) // the connection breaks without a response
		case faultTimeout:
			waitFor(r.Context(), durationOr(delay, defaultTimeout))
			panic(http.ErrAbortHandler)
		}
	}
}

// pendingKey is the context key of a fault of the mode "pending".
type pendingKey struct{}

func pendingDelay(ctx context.Context) time.Duration {
	f, _ := ctx.Value(pendingKey{}).(fault)
	return time.Duration(f.DelayMs) * time.Millisecond
}

// pendingFails reports whether the pending transfer must fail: the fault's code is FAILED.
func pendingFails(ctx context.Context) bool {
	f, _ := ctx.Value(pendingKey{}).(fault)
	return f.Code == "FAILED"
}

func durationOr(d, otherwise time.Duration) time.Duration {
	if d > 0 {
		return d
	}
	return otherwise
}

func waitFor(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// discardWriter is a ResponseWriter for a response that is not sent.
type discardWriter struct{ header http.Header }

func (d discardWriter) Header() http.Header         { return d.header }
func (d discardWriter) Write(b []byte) (int, error) { return len(b), nil }
func (d discardWriter) WriteHeader(int)             {}
