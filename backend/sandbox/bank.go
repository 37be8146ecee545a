package sandbox

import (
	"crypto/rand"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"krapao/backend/platform/clock"
	"krapao/backend/platform/money"
	"krapao/backend/platform/thaiqr"
	"krapao/backend/sandbox/slippic"
)

// transfer is a transfer between two bank accounts.
type transfer struct {
	TransRef      string       `json:"transRef"`
	FromBank      string       `json:"fromBank"` // the bank's number
	FromAccountNo string       `json:"fromAccountNo"`
	FromName      string       `json:"fromName"`
	ToBank        string       `json:"toBank"`
	ToAccountNo   string       `json:"toAccountNo"`
	ToName        string       `json:"toName"`
	ToProxy       string       `json:"toProxy,omitempty"` // a verifier shows the proxy instead of the account
	Hides         []string     `json:"hides,omitempty"`   // fields that a verifier leaves out: fromAccount, fromName, toAccount, toName
	Amount        money.Satang `json:"amount"`
	At            time.Time    `json:"at"`
}

func (sb *Sandbox) bankRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /bank/banks", control(func(*http.Request) (any, error) { return map[string]any{"banks": banks}, nil }))
	mux.HandleFunc("POST /bank/transfers", control(sb.makeTransfer))
	mux.HandleFunc("GET /bank/transfers", control(func(r *http.Request) (any, error) {
		sb.mu.Lock()
		defer sb.mu.Unlock()
		newest := []*transfer{}
		for _, t := range slices.Backward(sb.transfers) {
			if newest = append(newest, t); len(newest) == listLimit(r) {
				break
			}
		}
		return map[string]any{"transfers": newest}, nil
	}))
	mux.HandleFunc("GET /bank/slips/{file}", sb.sendSlip)
	mux.HandleFunc("POST /bank/slips/forge", sb.sendForgedSlip)
}

// makeTransfer makes a transfer. `at` sets its date, for tests of late slips. With `feed` the receiving
// bank reports the transfer, showing `feedDigits` digits of the payer's account.
func (sb *Sandbox) makeTransfer(r *http.Request) (any, error) {
	in := struct {
		transfer
		Feed       bool `json:"feed"`
		FeedDigits int  `json:"feedDigits"`
	}{FeedDigits: defaultShownDigits}
	if err := decode(r, &in); err != nil {
		return nil, err
	}
	t := in.transfer
	from, okFrom := findBank(t.FromBank)
	to, okTo := findBank(t.ToBank)
	switch {
	case !okFrom || !okTo:
		return nil, badRequest("fromBank and toBank must be a bank's code (KTB) or number (006)")
	case !isAccountNo(t.FromAccountNo) || !isAccountNo(t.ToAccountNo):
		return nil, badRequest("fromAccountNo and toAccountNo must have 6 to 20 digits")
	case t.ToProxy != "" && !isAccountNo(t.ToProxy):
		return nil, badRequest("toProxy must have 10, 13 or 15 digits")
	case t.Amount <= 0:
		return nil, badRequest("amount must be more than 0")
	case strings.TrimSpace(t.FromName) == "" || strings.TrimSpace(t.ToName) == "":
		return nil, badRequest("fromName and toName are missing")
	}
	t.FromBank, t.ToBank = from.Number, to.Number
	if t.At.IsZero() {
		t.At = sb.now()
	}
	t.At = t.At.UTC().Truncate(time.Second)
	t.TransRef = newTransRef(t.At)
	sb.mu.Lock()
	defer sb.mu.Unlock()
	var hooks []*webhook
	if in.Feed {
		hook, err := feedWebhook(&t, max(in.FeedDigits, 0))
		if err != nil {
			return nil, err
		}
		hooks = sb.withFaults("bank:feed", hook)
	}
	if err := sb.recordWithWebhooks(event{Transfer: &t}, hooks...); err != nil {
		return nil, err
	}
	return map[string]any{
		"transRef": t.TransRef, "bank": t.FromBank, "at": t.At,
		"slip": map[string]string{"png": "/bank/slips/" + t.TransRef + ".png", "jpg": "/bank/slips/" + t.TransRef + ".jpg"},
		"qr":   thaiqr.FormatSlip(t.FromBank, t.TransRef),
	}, nil
}

func isAccountNo(s string) bool {
	return len(s) >= 6 && len(s) <= 20 && strings.Trim(s, "0123456789") == ""
}

// newTransRef returns a reference of 20 characters that begins with the time, in the form that banks use.
func newTransRef(at time.Time) string {
	return at.In(clock.Bangkok).Format("20060102150405")[:14] + rand.Text()[:6]
}

// sendSlip sends the slip of a transfer as a picture, as the sender's bank app shows it.
func (sb *Sandbox) sendSlip(rw http.ResponseWriter, r *http.Request) {
	ref, kind, _ := strings.Cut(r.PathValue("file"), ".")
	sb.mu.Lock()
	t := sb.byRef[ref]
	sb.mu.Unlock()
	if t == nil || (kind != "png" && kind != "jpg") {
		http.NotFound(rw, r)
		return
	}
	sendPicture(rw, kind, t.slip(thaiqr.FormatSlip(t.FromBank, t.TransRef)))
}

func sendPicture(rw http.ResponseWriter, kind string, s slippic.Slip) {
	draw, mime := slippic.PNG, "image/png"
	if kind == "jpg" {
		draw, mime = func(out io.Writer, s slippic.Slip) error { return slippic.JPEG(out, s, 82) }, "image/jpeg"
	}
	rw.Header().Set("Content-Type", mime)
	rw.Header().Set("Content-Disposition", "inline; filename=slip-"+s.TransRef+"."+kind)
	_ = draw(rw, s)
}

func (t *transfer) slip(qr ...string) slippic.Slip {
	from, _ := findBank(t.FromBank)
	to, _ := findBank(t.ToBank)
	return slippic.Slip{
		Bank: t.FromBank, TransRef: t.TransRef,
		FromName: shortName(t.FromName), FromBank: from.NameTH, FromAccount: maskAccount(t.FromAccountNo),
		ToName: shortName(t.ToName), ToBank: to.NameTH, ToAccount: maskAccount(t.ToAccountNo),
		Amount: withCommas(t.Amount), Kip: from.isLao(), At: t.At.In(clock.Bangkok), QR: qr,
	}
}

// sendForgedSlip sends a false slip, for tests of slips that must be rejected. The kinds are: selfmade (an
// invented transfer with a right CRC), edited (a real transfer with another amount), two (two codes),
// payment (a payment code), none (no code) and small (a small code).
func (sb *Sandbox) sendForgedSlip(rw http.ResponseWriter, r *http.Request) {
	var body struct {
		Kind     string       `json:"kind"`
		Bank     string       `json:"bank"`
		TransRef string       `json:"transRef"`
		Amount   money.Satang `json:"amount"`
	}
	if err := decode(r, &body); err != nil || !fromLoopback(r) {
		sendJSON(rw, http.StatusBadRequest, map[string]string{"error": "the body is {kind, bank?, transRef?, amount?}"})
		return
	}
	sb.mu.Lock()
	t, known := sb.byRef[body.TransRef]
	sb.mu.Unlock()
	if !known {
		t = &transfer{
			TransRef: textOr(body.TransRef, newTransRef(sb.now())), FromBank: "006", FromAccountNo: "9876544821", FromName: "SOMCHAI JAIDEE",
			ToBank: "004", ToAccountNo: "0483921567", ToName: "บจก. กระเป๋า เพย์", Amount: money.Baht(1000), At: sb.now(),
		}
	}
	forged := *t
	if bank, ok := findBank(body.Bank); ok {
		forged.FromBank = bank.Number
	}
	if body.Amount > 0 {
		forged.Amount = body.Amount
	}
	mini := thaiqr.FormatSlip(forged.FromBank, forged.TransRef)
	const payment = "00020101021129370016A000000677010111011300660000000005802TH530376454044.226304E469"
	s := forged.slip(mini)
	switch body.Kind {
	case "selfmade", "edited":
	case "two":
		s.QR = []string{payment, mini}
	case "payment":
		s.QR = []string{payment}
	case "none":
		s.QR = nil
	case "small":
		s.QRSize = 40
	default:
		sendJSON(rw, http.StatusBadRequest, map[string]string{"error": "kind is selfmade, edited, two, payment, none or small"})
		return
	}
	sendPicture(rw, "png", s)
}

// maskAccount hides an account as banks do: 10 digits become xxx-x-x1234-x.
func maskAccount(no string) string {
	hidden := []byte(strings.Repeat("x", len(no)))
	copy(hidden[len(no)-5:len(no)-1], no[len(no)-5:len(no)-1])
	if len(no) != 10 {
		return string(hidden)
	}
	return fmt.Sprintf("%s-%s-%s-%s", hidden[:3], hidden[3:4], hidden[4:9], hidden[9:])
}

// shownValue returns a value of a transfer as a verifier shows it, or "" if the verifier hides it. If the
// transfer has a proxy, the receiver's account is hidden.
func (t *transfer) shownValue(field, value string) string {
	if slices.Contains(t.Hides, field) || field == "toAccount" && t.ToProxy != "" {
		return ""
	}
	return value
}

func proxyType(proxy string) string {
	switch len(proxy) {
	case 10:
		return "MSISDN"
	case 13:
		return "NATID"
	}
	return "EWALLETID"
}

// maskProxy hides all but the last four digits of a proxy, as banks do.
func maskProxy(proxy string) string {
	return strings.Repeat("x", len(proxy)-4) + proxy[len(proxy)-4:]
}

// shortName shortens the last name to its first letter, as banks do.
func shortName(name string) string {
	parts := strings.Fields(name)
	if len(parts) < 2 || strings.Contains(name, "บจก") || strings.Contains(name, "บริษัท") {
		return name
	}
	last := []rune(parts[len(parts)-1])
	return strings.Join(append(parts[:len(parts)-1:len(parts)-1], string(firstLetter(last))), " ")
}

// firstLetter returns the first consonant of a word, with the vowel before it: ใจ for ใจดี.
func firstLetter(word []rune) []rune {
	if len(word) > 1 && word[0] >= 'เ' && word[0] <= 'ไ' {
		return word[:2]
	}
	return word[:1]
}

func withCommas(a money.Satang) string {
	whole, frac, _ := strings.Cut(a.String(), ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	return whole + "." + frac
}
