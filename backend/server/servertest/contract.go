package servertest

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"krapao/backend/platform/contract"
)

// exempt are the responses that the OpenAPI document does not describe, each with the reason. An entry
// applies to paths with its prefix, and to its status, or to all if the status is 0. Calls of the product's
// API do not belong here.
var exempt = []struct {
	prefix string
	status int
	reason string
}{
	{"/webhook/", 0, "providers call it, in their own formats"},
	{"/media/", 0, "files, by their signed addresses"},
	{"/play-door/", 0, "the page that opens a game, and the one call that its script makes"},
	{"/api/chat/socket", 0, "a socket: frames, no responses"},
	{"/", http.StatusRequestHeaderFieldsTooLarge, "the edge responds before it has read the path"},
}

func isExempt(path string, status int) bool {
	for _, e := range exempt {
		if strings.HasPrefix(path, e.prefix) && (e.status == 0 || e.status == status) {
			return true
		}
	}
	return false
}

// apiContract is the contract. It is read from the first server of the process; all servers have the same calls.
var apiContract struct {
	once sync.Once
	*contract.Contract
	err error
}

func (h *Environment) readContract() {
	h.t.Helper()
	apiContract.once.Do(func() { apiContract.Contract, apiContract.err = contract.New(h.Edge.API) })
	if apiContract.err != nil {
		h.t.Fatal(apiContract.err)
	}
}

// HTTP returns a client of the server. The test fails if a response violates the OpenAPI document.
func (h *Environment) HTTP() *http.Client { return validatingClient(h.t) }

// WantFields fails the test unless the document declares exactly these fields for the response, and the
// response has all required ones. An example is "lines[amount note! price?] total" (see contract.Fields).
// Tests contain the specification's names by hand, because a field that is renamed in the code is renamed in
// the document, too.
func (a Response) WantFields(want string) {
	a.t.Helper()
	path, _, _ := strings.Cut(a.path, "?")
	got, lacks, err := apiContract.Fields(contract.Response{Method: a.method, Path: path, Status: a.Status, Body: a.Body})
	switch {
	case err != nil:
		a.t.Errorf("%s %s: %v in %s", a.method, a.path, err, a.Body)
	case got != want:
		a.t.Errorf("%s %s declares\n%s\nnot\n%s", a.method, a.path, got, want)
	case len(lacks) > 0:
		a.t.Errorf("%s %s: the response lacks %s: %s", a.method, a.path, strings.Join(lacks, ", "), a.Body)
	}
}

// LineFields and WalletFields are the fields of a statement line and of a wallet, which many calls return.
const (
	LineFields = "_id amount bonus?{description} canCancel createdAt currency from fromPlace{code? kind tail?} invite?{description}" +
		" luckydraw?{description} note? promotion?{description} refund?{description} statementType status to toPlace{code? kind tail?} version"
	WalletFields = "amount asOf currency onTheWay?"
)

// LineWith returns LineFields, with the optional fields in present marked as required.
func LineWith(present ...string) string {
	fields := LineFields
	for _, name := range present {
		fields = strings.Replace(fields, name+"?", name+"!", 1)
	}
	return fields
}

func validatingClient(t testing.TB) *http.Client {
	return &http.Client{Transport: contract.Transport{Contract: apiContract.Contract, Next: client.Transport, Exempt: isExempt, Report: t.Errorf}}
}
