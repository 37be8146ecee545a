package wallet_test

import (
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier"
	"krapao/backend/identity"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/simtest"
	"krapao/backend/server/servertest"
	"krapao/backend/statement"
)

// The long run: go test ./backend/wallet -run Model -operations 1000000 -timeout 3h
var operations = flag.Int("operations", 700, "random operations against the model")

// playerCount is how many players run operations concurrently. Each has a wallet of its own, so that the model can
// predict its balance; the house accounts are shared.
const playerCount = 4

// TestCommands_Random_AgreeWithModel runs random operations and compares each outcome with a model of a few
// maps. It credits, withdraws, repeats, reuses keys for other content, ends holds twice in each way,
// corrects, freezes and folds.
func TestCommands_Random_AgreeWithModel(t *testing.T) {
	h := newApprovalServer(t)
	drawn := simtest.Seed(t)

	var all sync.WaitGroup
	for i := range playerCount {
		p := newPlayer(t, h, rand.New(rand.NewPCG(drawn, uint64(i))))
		all.Go(func() {
			for range *operations / playerCount {
				if p.runRandom(); t.Failed() {
					return
				}
			}
			if got := p.member.Balance(); got != p.balance.String() {
				t.Errorf("the wallet has %s, the model expects %s", got, p.balance)
			}
		})
	}
	all.Wait()

	h.CheckInvariants()
}

// player is a member, their cashier, and the model: the expected state.
type player struct {
	t       *testing.T
	h       *servertest.Environment
	r       *rand.Rand
	member  *servertest.Client
	cashier *servertest.Client
	id      int64

	balance    money.Satang
	frozen     bool
	requests   []withdrawalRequest // withdrawals under a key
	waiting    []uuid.UUID         // withdrawals that wait for a cashier
	amount     map[uuid.UUID]money.Satang
	creditKeys []uuid.UUID // keys of credits
}

// withdrawalRequest is a withdrawal request and its first response.
type withdrawalRequest struct {
	key    string
	amount money.Satang
	status int
	code   string
	line   uuid.UUID
}

func newPlayer(t *testing.T, h *servertest.Environment, r *rand.Rand) *player {
	t.Helper()
	m := h.AddMember()
	return &player{t: t, h: h, r: r, member: m, cashier: h.AddOperator("cashier"), id: m.ID(), amount: map[uuid.UUID]money.Satang{}}
}

func (p *player) runRandom() {
	amount := money.Baht(100 + int64(p.r.IntN(400)))
	switch n := p.r.IntN(100); {
	case n < 30:
		p.creditPayment(uuid.New(), amount)
	case n < 33 && len(p.creditKeys) > 0:
		p.creditPayment(pickRandom(p.r, p.creditKeys), amount)
	case n < 60:
		p.requestWithdrawal(uuid.NewString(), amount)
	case n < 70 && len(p.requests) > 0:
		p.repeatRequest(pickRandom(p.r, p.requests))
	case n < 74 && len(p.requests) > 0:
		first := pickRandom(p.r, p.requests)
		p.member.Withdraw(first.key, baht(first.amount+money.Baht(1))).WantCode(http.StatusUnprocessableEntity, "KEY_INVALID")
	case n < 90 && len(p.waiting) > 0:
		p.endWithdrawal([]string{"cancel", "reject", "settle", "fail"}[p.r.IntN(4)])
	case n < 95:
		p.adjustWallet(amount)
	case n < 98:
		p.toggleFreeze()
	default:
		if _, err := p.h.Ledger.UpdateHouseBalances(context.Background()); err != nil {
			p.t.Error(err)
		}
	}
}

func pickRandom[T any](r *rand.Rand, of []T) T { return of[r.IntN(len(of))] }

func baht(s money.Satang) float64 { return float64(s) / 100 }

// inTx runs do in a transaction, and returns its error.
func (p *player) inTx(do func(context.Context, pgx.Tx) error) error {
	ctx := context.Background()
	return pg.InTx(ctx, p.h.Pool, func(tx pgx.Tx) error { return do(ctx, tx) })
}

// creditPayment credits a payment. The model expects that a second payment with the same key is not credited.
func (p *player) creditPayment(key uuid.UUID, amount money.Satang) {
	var got cashier.Received
	err := p.inTx(func(ctx context.Context, tx pgx.Tx) error {
		member, err := p.h.Identity.Member(ctx, tx, p.id)
		if err != nil {
			return err
		}
		got, err = p.h.Cashier.ReceiveTx(ctx, tx, &cashier.Incoming{
			Member: member, Key: key, HouseAccount: ledger.TrueMoney, Amount: amount, From: statement.PlaceOf(statement.Gift), Method: cashier.MethodGift, Reference: key.String(),
		})
		return err
	})
	switch {
	case slices.Contains(p.creditKeys, key):
		if !errors.Is(ledger.Refusal(err), ledger.ErrKeyReused) {
			p.t.Errorf("a repeated payment: %v", err)
		}
	case err != nil || got.Held != p.frozen:
		p.t.Errorf("a credit, frozen %t: held %t, %v", p.frozen, got.Held, err)
	case !p.frozen:
		p.creditKeys = append(p.creditKeys, key)
		p.balance += amount
	}
}

func (p *player) requestWithdrawal(key string, amount money.Satang) {
	want := withdrawalRequest{key: key, amount: amount, status: http.StatusAccepted}
	switch {
	case p.frozen:
		want.status, want.code = http.StatusForbidden, "INACTIVE_USER"
	case p.balance < amount:
		want.status, want.code = http.StatusConflict, "MONEY_NOT_ENOUGH"
	}
	a := p.member.Withdraw(key, baht(amount))
	if a.Status != want.status || (want.code != "" && a.Code() != want.code) {
		p.t.Errorf("withdrawing %s of %s, frozen %t: %d %s", amount, p.balance, p.frozen, a.Status, a.Body)
		return
	}
	if want.status == http.StatusForbidden {
		return // a 403 leaves the key free
	}
	if want.status == http.StatusAccepted {
		cash := a.Cash()
		p.balance -= amount
		if want.line = cash.Statement.ID; cash.Wallet.Amount != p.balance {
			p.t.Errorf("the wallet has %s, the model expects %s", cash.Wallet.Amount, p.balance)
		}
		p.waiting = append(p.waiting, want.line)
		p.amount[want.line] = amount
	}
	p.requests = append(p.requests, want)
}

// repeatRequest repeats a request. It expects the first response, or 200 with the outcome if the withdrawal has
// ended.
func (p *player) repeatRequest(first withdrawalRequest) {
	a := p.member.Withdraw(first.key, baht(first.amount))
	if first.code != "" {
		if a.Status != first.status || a.Code() != first.code {
			p.t.Errorf("the repeat of %+v: %d %s", first, a.Status, a.Body)
		}
		return
	}
	want := http.StatusOK
	if slices.Contains(p.waiting, first.line) {
		want = http.StatusAccepted
	}
	if a.Status != want || a.Cash().Statement.ID != first.line {
		p.t.Errorf("the repeat of %+v: %d %s, want %d", first, a.Status, a.Body, want)
	}
}

// endWithdrawal ends a withdrawal by the given action, and then tries to end it again by a random one.
func (p *player) endWithdrawal(action string) {
	i := p.r.IntN(len(p.waiting))
	id := p.waiting[i]
	if action == "settle" || action == "fail" {
		p.h.Exec(`update withdrawal set state = 'SENDING', sends = 1, sent_at = now() - interval '1 hour', heard_at = now() - interval '1 hour' where id = $1`, id)
	}
	if a := p.requestEnd(action, id); a.Status != http.StatusOK {
		p.t.Errorf("%s: %d %s", action, a.Status, a.Body)
	}
	p.waiting = slices.Delete(p.waiting, i, i+1)
	if action != "settle" {
		p.balance += p.amount[id]
	}
	delete(p.amount, id)
	again := pickRandom(p.r, []string{"cancel", "reject", "settle", "fail"})
	want := http.StatusConflict
	if action == "cancel" && again == "cancel" { // repeating a cancel succeeds
		want = http.StatusOK
	}
	if a := p.requestEnd(again, id); a.Status != want {
		p.t.Errorf("%s after %s: %d %s", again, action, a.Status, a.Body)
	}
}

func (p *player) requestEnd(action string, id uuid.UUID) servertest.Response {
	switch action {
	case "cancel":
		return p.member.Call("POST", "/api/wallet/withdraw/"+id.String()+"/cancel", nil)
	case "reject":
		return p.cashier.Call("POST", "/api/operator/items/WITHDRAWAL/"+id.String()+"/reject", map[string]string{"note": "model"})
	default:
		return p.cashier.Call("POST", "/api/operator/items/PAYOUT/"+id.String()+"/"+action, nil)
	}
}

// adjustWallet corrects the wallet, up or down.
func (p *player) adjustWallet(amount money.Satang) {
	fromMember := p.r.IntN(2) == 0
	err := p.inTx(func(ctx context.Context, tx pgx.Tx) error {
		member, err := p.h.Identity.Member(ctx, tx, p.id)
		if err != nil {
			return err
		}
		_, err = p.h.Cashier.AdjustTx(ctx, tx, member, cashier.Adjustment{Key: uuid.New(), FromMember: fromMember, Amount: amount})
		return err
	})
	switch {
	case fromMember && p.balance < amount:
		if apperr.CodeOf(err) != apperr.MoneyNotEnough {
			p.t.Errorf("debiting %s of %s: %v", amount, p.balance, err)
		}
	case err != nil:
		p.t.Error(err)
	case fromMember:
		p.balance -= amount
	default:
		p.balance += amount
	}
}

func (p *player) toggleFreeze() {
	err := p.inTx(func(ctx context.Context, tx pgx.Tx) error {
		if p.frozen {
			return p.h.Identity.UnfreezeTx(ctx, tx, p.id)
		}
		return p.h.Identity.FreezeTx(ctx, tx, p.id, identity.Freeze{Why: "model", By: "model"})
	})
	if err != nil {
		p.t.Error(err)
	}
	p.frozen = !p.frozen
}
