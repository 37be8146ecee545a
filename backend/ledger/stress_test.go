package ledger_test

import (
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"krapao/backend/ledger"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pgtest"
)

// The long runs: go test ./backend/ledger -run Model -operations 1000000
var (
	operations = flag.Int("operations", 4000, "random operations against the model")
	seed       = flag.Uint64("seed", 0, "seed of the random tests; 0 draws one")
)

func random(t *testing.T) *rand.Rand {
	s := *seed
	if s == 0 {
		s = rand.Uint64()
	}
	t.Logf("-seed %d", s)
	return rand.New(rand.NewPCG(s, 1))
}

func TestAStormOfOneKeyIsOneTransfer(t *testing.T) {
	pool := pgtest.New(t)
	book, wallet := open(t, pool, 1, money.Baht(40))
	const rounds, callers = 40, 16
	var right atomic.Int64

	for range rounds {
		same := spend(wallet, money.Baht(1))
		ids := make([]int64, callers)
		var wg sync.WaitGroup
		for i := range callers {
			wg.Go(func() {
				posted, err := book.Post(t.Context(), same)
				if err != nil {
					t.Error(err)
					return
				}
				ids[i] = posted.ID
			})
		}
		wg.Wait()
		for _, id := range ids {
			if id == ids[0] {
				right.Add(1)
			}
		}
	}

	if right.Load() != rounds*callers {
		t.Errorf("%d of %d got the first answer", right.Load(), rounds*callers)
	}
	if got := balanceOf(t, pool, book, 1); got != 0 {
		t.Errorf("balance %s", got)
	}
	sound(t, book)
}

func TestAtOnceExactlyAsManySpendAsTheMoneyAllows(t *testing.T) {
	pool := pgtest.New(t)
	book, wallet := open(t, pool, 1, money.Baht(500))
	var passed, refused atomic.Int64

	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			switch _, err := book.Post(t.Context(), spend(wallet, money.Baht(100))); {
			case err == nil:
				passed.Add(1)
			case errors.Is(err, ledger.ErrNotEnough):
				refused.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	wg.Wait()

	if passed.Load() != 5 || refused.Load() != 11 {
		t.Errorf("%d passed, %d were refused", passed.Load(), refused.Load())
	}
	sound(t, book)
}

func TestHoldsSettledAndVoidedAtOnceEndOnce(t *testing.T) {
	pool := pgtest.New(t)
	const holds = 500
	book, wallet := open(t, pool, 1, money.Baht(holds))
	ids := make(chan int64, holds)
	for range holds {
		hold, err := book.Post(t.Context(), spend(wallet, money.Baht(1)))
		if err != nil {
			t.Fatal(err)
		}
		ids <- hold.ID
	}
	close(ids)
	var ended atomic.Int64
	end := func(_ ledger.Posted, err error) {
		if err == nil {
			ended.Add(1)
		} else if !errors.Is(err, ledger.ErrResolved) {
			t.Error(err)
		}
	}

	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for id := range ids {
				var pair sync.WaitGroup
				pair.Go(func() { end(book.Settle(t.Context(), uuid.New(), id, ledger.BankOut.In(ledger.BAHT))) })
				pair.Go(func() { end(book.Void(t.Context(), uuid.New(), id)) })
				pair.Wait()
			}
		})
	}
	wg.Wait()

	paid, err := book.HouseBalance(t.Context(), ledger.BankOut.In(ledger.BAHT))
	if err != nil {
		t.Fatal(err)
	}
	if back := balanceOf(t, pool, book, 1); ended.Load() != holds || paid+back != money.Baht(holds) {
		t.Errorf("%d outcomes of %d holds; %s paid out, %s given back", ended.Load(), holds, paid, back)
	}
	sound(t, book)
}

// model is the ledger as a child would keep it: a few maps.
type model struct {
	balance map[ledger.AccountID]money.Satang
	posted  map[uuid.UUID]ledger.Transfer
	holds   map[int64]ledger.Transfer // open ones
}

// TestRandomOperationsAgreeWithTheModel posts, repeats, reuses keys, holds,
// settles, voids and folds at random, and compares every outcome.
func TestRandomOperationsAgreeWithTheModel(t *testing.T) {
	pool := pgtest.New(t)
	r := random(t)
	m := model{map[ledger.AccountID]money.Satang{}, map[uuid.UUID]ledger.Transfer{}, map[int64]ledger.Transfer{}}
	var book *ledger.Book
	wallets := make([]ledger.AccountID, 6)
	for i := range wallets {
		book, wallets[i] = open(t, pool, int64(i+1), 0)
	}
	run := modelRun{t: t, ctx: t.Context(), book: book, r: r, m: m, wallets: wallets}

	for range *operations {
		run.step()
		if t.Failed() {
			return
		}
	}

	for i, w := range wallets {
		if got := balanceOf(t, pool, book, int64(i+1)); got != m.balance[w] {
			t.Errorf("wallet %d has %s, the model %s", i+1, got, m.balance[w])
		}
	}
	sound(t, book)
}

type modelRun struct {
	t       *testing.T
	ctx     context.Context
	book    *ledger.Book
	r       *rand.Rand
	m       model
	wallets []ledger.AccountID
	keys    []uuid.UUID
}

func (x *modelRun) step() {
	wallet := x.wallets[x.r.IntN(len(x.wallets))]
	amount := money.Satang(1 + x.r.IntN(50_000))
	switch n := x.r.IntN(100); {
	case n < 35:
		x.post(deposit(wallet, amount))
	case n < 65:
		x.post(spend(wallet, amount))
	case n < 75 && len(x.keys) > 0: // a repeat
		x.post(x.m.posted[x.keys[x.r.IntN(len(x.keys))]])
	case n < 80 && len(x.keys) > 0: // a key reused
		t := x.m.posted[x.keys[x.r.IntN(len(x.keys))]]
		t.Amount += amount
		x.post(t)
	case n < 98:
		x.resolve(n%2 == 0)
	default:
		if _, err := x.book.Fold(x.ctx); err != nil {
			x.t.Error(err)
		}
	}
}

func (x *modelRun) post(t ledger.Transfer) {
	want := x.expect(t)
	posted, err := x.book.Post(x.ctx, t)
	if !errors.Is(err, want) {
		x.t.Errorf("posting %+v: %v, the model says %v", t, err, want)
		return
	}
	if _, known := x.m.posted[t.Key]; err != nil || known {
		return
	}
	x.m.posted[t.Key] = t
	x.keys = append(x.keys, t.Key)
	x.move(t)
	if t.Kind == ledger.Hold {
		x.m.holds[posted.ID] = t
	}
}

func (x *modelRun) expect(t ledger.Transfer) error {
	if first, known := x.m.posted[t.Key]; known {
		if first == t {
			return nil
		}
		return ledger.ErrKeyReused
	}
	if !t.Debit.IsHouse() && x.m.balance[t.Debit] < t.Amount {
		return ledger.ErrNotEnough
	}
	return nil
}

func (x *modelRun) move(t ledger.Transfer) {
	for id, by := range map[ledger.AccountID]money.Satang{t.Debit: -t.Amount, t.Credit: t.Amount} {
		if !id.IsHouse() {
			x.m.balance[id] += by
		}
	}
}

// resolve ends a random open hold, and then tries to end it once more.
func (x *modelRun) resolve(settle bool) {
	for id, hold := range x.m.holds {
		end := func() error {
			if settle {
				_, err := x.book.Settle(x.ctx, uuid.New(), id, ledger.BankOut.In(ledger.BAHT))
				return err
			}
			_, err := x.book.Void(x.ctx, uuid.New(), id)
			return err
		}
		if err := end(); err != nil {
			x.t.Errorf("ending hold %d: %v", id, err)
		}
		if err := end(); !errors.Is(err, ledger.ErrResolved) {
			x.t.Errorf("ending hold %d again: %v", id, err)
		}
		if !settle {
			x.m.balance[hold.Debit] += hold.Amount
		}
		delete(x.m.holds, id)
		return
	}
}
