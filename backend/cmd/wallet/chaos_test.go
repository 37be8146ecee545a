package main_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/freeport"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pgembed"
	"krapao/backend/sandbox"
)

// The long run: go test ./backend/cmd/wallet -run Killing -uploads 500 -timeout 1h
var uploads = flag.Int("uploads", 40, "slips handed in while the server is killed again and again")

// TestKillingTheServerDuringUploadsLosesAndDoublesNothing runs the real
// program, durably, and kills it with signal 9 at random moments. Each phone
// sends its slip again with the same clientId until it is acknowledged. At the
// end the wallets, the ledger and the banks' own totals agree to the satang.
// spec D1.24
func TestKillingTheServerDuringUploadsLosesAndDoublesNothing(t *testing.T) {
	town := newTown(t)
	members := make([]*phone, 8)
	for i := range members {
		members[i] = town.register(i)
	}
	work := make(chan int)
	var phones sync.WaitGroup
	for _, m := range members {
		phones.Go(func() {
			for range work {
				m.depositBySlip()
			}
		})
	}
	stopKilling := town.killNowAndThen()
	for i := range *uploads {
		work <- i
	}
	close(work)
	phones.Wait()
	kills := stopKilling()

	town.waitUntilAllAreDone(*uploads)

	var totals struct {
		Bank struct {
			Accounts map[string]struct{ Out money.Satang }
		}
	}
	town.get(town.world+"/totals", "", &totals)
	for _, m := range members {
		var home struct{ Wallet struct{ Amount money.Satang } }
		town.get(town.url+"/api/wallet", m.token, &home)
		if want := totals.Bank.Accounts["006:"+m.account].Out; home.Wallet.Amount != want {
			t.Errorf("%s has %s, the bank says %s", m.number, home.Wallet.Amount, want)
		}
	}
	if out, err := town.command("verify-ledger").CombinedOutput(); err != nil {
		t.Errorf("verify-ledger: %v\n%s", err, out)
	}
	t.Logf("%d uploads, %d kills; wallets, ledger and banks agree", *uploads, kills)
	if kills == 0 {
		t.Error("nothing was killed: the test shows nothing")
	}
}

// town is a server that gets killed, and the world around it.
type town struct {
	t          *testing.T
	exe, dir   string
	world, url string
	port, db   string
	mu         sync.Mutex
	server     *exec.Cmd
}

func newTown(t *testing.T) *town {
	dir, err := os.MkdirTemp("", "krapao-chaos-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	w := &town{t: t, dir: dir, exe: filepath.Join(dir, "wallet")}
	if out, err := exec.Command("go", "build", "-o", w.exe, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	database, err := pgembed.Start(t.Context(), pgembed.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = database.Stop() })
	w.db = database.URL
	outside, err := sandbox.Open(filepath.Join(dir, "world"), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	world := httptest.NewServer(outside.Handler())
	t.Cleanup(world.Close)
	w.world = world.URL
	port, err := freeport.Loopback()
	if err != nil {
		t.Fatal(err)
	}
	w.port, w.url = strconv.Itoa(port), "http://"+freeport.Address(port)
	if out, err := w.command("seed", "-demo").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	w.start()
	t.Cleanup(w.kill)
	return w
}

func (w *town) command(args ...string) *exec.Cmd {
	cmd := exec.Command(w.exe, args...)
	cmd.Env = append(os.Environ(), "DATA_DIR="+w.dir, "DATABASE_URL="+w.db, "PORT="+w.port, "SMS_URL="+w.world+"/sms", "SLIP_URL="+w.world+"/slip")
	return cmd
}

func (w *town) start() {
	cmd := w.command("serve")
	if err := cmd.Start(); err != nil {
		w.t.Error(err)
		return
	}
	w.mu.Lock()
	w.server = cmd
	w.mu.Unlock()
	for range 400 {
		if res, err := http.Get(w.url + "/readyz"); err == nil {
			_ = res.Body.Close()
			return
		}
		time.Sleep(25 * time.Millisecond)
	}
	w.t.Error("the server does not come up")
}

func (w *town) kill() {
	w.mu.Lock()
	defer w.mu.Unlock()
	_ = w.server.Process.Signal(syscall.SIGKILL)
	_ = w.server.Wait()
}

// killNowAndThen kills the server at random moments until told to stop, and
// answers how often it did.
func (w *town) killNowAndThen() (stop func() int) {
	ctx, cancel := context.WithCancel(context.Background())
	kills := make(chan int, 1)
	go func() {
		n := 0
		for {
			select {
			case <-ctx.Done():
				kills <- n
				return
			case <-time.After(time.Duration(150+rand.IntN(1200)) * time.Millisecond):
				w.kill()
				n++
				w.start()
			}
		}
	}()
	return func() int { cancel(); return <-kills }
}

// waitUntilAllAreDone waits for every slip's end; jobs that a kill cut short
// run again once they are known to be stuck.
func (w *town) waitUntilAllAreDone(want int) {
	deadline := time.Now().Add(4 * time.Minute)
	for {
		out, err := w.query("select count(*) from slip where status = 'SUCCESS'")
		if err == nil && out == fmt.Sprint(want) {
			return
		}
		if time.Now().After(deadline) {
			states, _ := w.query("select string_agg(state || ' ' || status || ' ' || note || ' ' || n, ', ') from (select state, status, note, count(*) n from slip group by 1, 2, 3) s")
			w.t.Fatalf("%s of %d are credited: %s (%v)", out, want, states, err)
		}
		time.Sleep(500 * time.Millisecond)
	}
}

// phone is a member's: it registered like everybody, with a real code.
type phone struct {
	w                      *town
	number, account, token string
}

func (w *town) register(i int) *phone {
	p := &phone{w: w, number: fmt.Sprintf("09%08d", i), account: fmt.Sprintf("77%08d", i*1117+13)} // apart also where slips mask them
	var sent struct{ OTPToken string }
	w.post("/api/otp/send", map[string]any{"phoneNumber": p.number}, &sent)
	var inbox struct{ Messages []struct{ OTPCode string } }
	w.get(w.world+"/sms/messages?phone="+p.number, "", &inbox)
	w.post("/api/otp/verify", map[string]any{"otpToken": sent.OTPToken, "otpCode": inbox.Messages[0].OTPCode}, nil)
	w.post("/api/account", map[string]any{
		"name": "มานะ", "username": p.number, "password": "long enough", "bankCode": "KTB", "bankAccountName": "MANA JAIDEE", "bankAccountNo": p.account,
		"otpToken": sent.OTPToken,
	}, nil)
	var session struct{ Token string }
	w.post("/api/login", map[string]any{"username": p.number, "password": "long enough", "rememberMe": true}, &session)
	p.token = session.Token
	return p
}

// depositBySlip makes a real transfer and hands its slip in, again and again
// with the same clientId, until the server acknowledges it.
func (p *phone) depositBySlip() {
	amount := float64(100+rand.IntN(100_000)) / 100
	var made struct{ Slip struct{ PNG string } }
	body, _ := json.Marshal(map[string]any{
		"fromBank": "KTB", "fromAccountNo": p.account, "fromName": "MANA JAIDEE", "toBank": "KBANK", "toAccountNo": "0483921567", "toName": "บจก. กระเป๋า เพย์",
		"amount": json.RawMessage(fmt.Sprintf("%.2f", amount)),
	})
	res, err := http.Post(p.w.world+"/bank/transfers", "application/json", bytes.NewReader(body))
	if err != nil {
		p.w.t.Error(err)
		return
	}
	_ = json.NewDecoder(res.Body).Decode(&made)
	_ = res.Body.Close()
	picture, err := http.Get(p.w.world + made.Slip.PNG)
	if err != nil {
		p.w.t.Error(err)
		return
	}
	file, _ := io.ReadAll(picture.Body)
	_ = picture.Body.Close()
	id := uuid.NewString()
	for range 400 {
		if err := p.send(id, file); err == nil {
			return
		}
		time.Sleep(time.Duration(30+rand.IntN(100)) * time.Millisecond)
	}
	p.w.t.Errorf("slip %s was never acknowledged", id)
}

func (p *phone) send(id string, file []byte) error {
	var form bytes.Buffer
	out := multipart.NewWriter(&form)
	_ = out.WriteField("clientId", id)
	part, _ := out.CreateFormFile("file", "slip.png")
	_, _ = part.Write(file)
	_ = out.Close()
	req, err := http.NewRequest(http.MethodPost, p.w.url+"/api/wallet/slip", &form)
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", out.FormDataContentType())
	req.Header.Set("X-Requested-With", "wallet-user")
	req.Header.Set("Authorization", "Bearer "+p.token)
	req.Header.Set("Idempotency-Key", id)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err == nil && (res.StatusCode != http.StatusAccepted || !strings.Contains(string(text), id)) {
		err = errors.New(string(text))
	}
	return err
}

func (w *town) post(path string, body, out any) {
	w.t.Helper()
	text, _ := json.Marshal(body)
	req, err := http.NewRequest(http.MethodPost, w.url+path, bytes.NewReader(text))
	if err != nil {
		w.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	w.do(req, out)
}

func (w *town) get(url, token string, out any) {
	w.t.Helper()
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	w.do(req, out)
}

func (w *town) do(req *http.Request, out any) {
	w.t.Helper()
	req.Header.Set("X-Requested-With", "wallet-user")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		w.t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode >= 300 {
		w.t.Fatalf("%s: %d %s %v", req.URL.Path, res.StatusCode, text, err)
	}
	if out != nil {
		if err := json.Unmarshal(text, out); err != nil {
			w.t.Fatal(err)
		}
	}
}

// query answers one value of the database.
func (w *town) query(sql string) (string, error) {
	conn, err := pgx.Connect(context.Background(), w.db)
	if err != nil {
		return "", err
	}
	defer conn.Close(context.Background())
	var out string
	err = conn.QueryRow(context.Background(), "select ("+sql+")::text").Scan(&out)
	return out, err
}
