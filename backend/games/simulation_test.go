package games_test

import (
	"math/rand/v2"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/games"
	"krapao/backend/platform/money"
	"krapao/backend/platform/simtest"
	"krapao/backend/server/servertest"
	"krapao/backend/wallet"
)

// TestTransfer_RandomOperations_LosesAndDoublesNoMoney simulates members who move money between their wallet
// and two providers. The providers respond, refuse, drop calls, return garbage, respond slowly, and do calls
// after a "no". The server runs steps twice at once, and loses jobs. Each transfer must end as the provider
// has it, or wait for an operator.
//
// The long run: go test ./backend/games -run RandomOperations -runs 10000 -timeout 3h
func TestTransfer_RandomOperations_LosesAndDoublesNoMoney(t *testing.T) {
	a, b := newFakeProvider(t), newFakeProvider(t)
	h := servertest.New(t, servertest.Game(first, a.URL), servertest.Game(second, b.URL))
	h.Games.Patience = 0
	a.now, b.now = h.Clock.Now, h.Clock.Now
	late, decisions := 0, 0
	simtest.Run(t, 20, func(r *rand.Rand) {
		l := &simulation{t: t, h: h, r: r, providers: map[string]*fakeProvider{first: a, second: b}}
		l.start()
		l.requestTransfers()
		l.settle()
		l.compare()
		l.settleLateSuccesses()
		late, decisions = late+l.late, decisions+l.decisions
	})
	t.Logf("%d late successes, %d decided by a cashier", late, decisions)
	h.CheckInvariants()
}

// simulation is one member's simulation.
type simulation struct {
	t         *testing.T
	h         *servertest.Environment
	r         *rand.Rand
	providers map[string]*fakeProvider
	m         *servertest.Client
	transfers []uuid.UUID

	late, decisions int
}

func (l *simulation) start() {
	for _, c := range l.providers {
		c.setBehaviour(func() behaviour { return succeeds })
	}
	l.m = l.h.AddMember()
	l.m.CreditWallet(money.Baht(1000))
	for slot, c := range l.providers {
		l.m.Call("POST", "/api/wallet/activate/"+slot, nil).Want(http.StatusOK)
		if l.r.IntN(2) == 0 {
			l.transfer("WALLET", slot)
		}
		r := rand.New(rand.NewPCG(l.r.Uint64(), 1))
		c.setBehaviour(func() behaviour {
			if r.IntN(3) == 0 {
				return succeeds
			}
			return behaviour(r.IntN(int(behaviours)))
		})
		c.setSilent(func() bool { return r.IntN(4) == 0 })
	}
}

// requestTransfers requests transfers for the member, some before the outcome of the last one is known.
func (l *simulation) requestTransfers() {
	ends := []string{"WALLET", first, second}
	for range 1 + l.r.IntN(5) {
		from, to := ends[l.r.IntN(3)], ends[l.r.IntN(3)]
		if from == to {
			continue
		}
		l.transfer(from, to)
		if l.r.IntN(3) > 0 {
			l.runSteps()
		}
		l.checkBalances()
	}
}

func (l *simulation) transfer(from, to string) {
	got := transferMoney(l.m, from, to, float64(1+l.r.IntN(300)))
	if got.Status == http.StatusConflict { // not enough money, or a game with an unknown outcome
		return
	}
	if got.Status != http.StatusOK { // the outcome is known at once, or the transfer is in progress
		got.Want(http.StatusAccepted)
	}
	l.transfers = append(l.transfers, got.Cash().Statement.ID)
}

// runSteps runs a step of each transfer, sometimes two at once.
func (l *simulation) runSteps() {
	for _, id := range l.transfers {
		twice := make(chan struct{})
		go func() {
			defer close(twice)
			if l.r.IntN(2) == 0 {
				_, _ = l.h.Games.Step(l.t.Context(), id)
			}
		}()
		_, _ = l.h.Games.Step(l.t.Context(), id) // an error is retried
		<-twice
	}
}

// checkBalances reads the home screen as the member does, sometimes after a refresh of the games' balances.
// Wallet, games and money on its way must be all of the member's money at any time.
func (l *simulation) checkBalances() {
	if l.r.IntN(2) == 0 {
		l.m.Call("GET", "/api/wallet/refresh/slot", nil)
	}
	var home struct {
		Wallet wallet.Wallet
		Slots  []games.Slot
	}
	l.m.Call("GET", "/api/wallet", nil).Want(http.StatusOK).Into(&home)
	sum := home.Wallet.Amount + home.Wallet.InProgress
	for _, slot := range home.Slots {
		sum += slot.Amount
	}
	if sum != money.Baht(1000) && !l.hasLateSuccess() {
		l.t.Errorf("home shows %s of 1000.00: %+v", sum, home)
		l.dump()
	}
}

// hasLateSuccess returns whether a provider did a call that our database has as refused. Then its balance
// differs from our transfers.
func (l *simulation) hasLateSuccess() bool {
	rows, err := l.h.Pool.Query(l.t.Context(), `
		select l.id, l.slot_code from game_leg l join game_transfer g on g.id = l.transfer_id where g.member_id = $1 and l.ended = 'REFUSED'`, l.m.ID())
	if err != nil {
		l.t.Fatal(err)
	}
	legs, err := pgx.CollectRows(rows, pgx.RowToStructByPos[openLeg])
	if err != nil {
		l.t.Fatal(err)
	}
	return slices.ContainsFunc(legs, func(at openLeg) bool {
		_, done := l.providers[at.Code].findDone(at.Leg.String())
		return done
	})
}

// settle runs steps and advances the clock until no transfer is in progress. decide ends those that need an
// operator.
func (l *simulation) settle() {
	for range 300 {
		l.runSteps()
		l.decide()
		l.checkBalances()
		if l.open() == 0 {
			break
		}
		l.h.Clock.Advance(time.Duration(1+l.r.IntN(90)) * time.Second)
	}
	if n := l.open(); n > 0 {
		l.t.Errorf("%d transfers never end", n)
		l.dump()
	}
	for round := range 16 {
		if round == 8 { // from now on every query gets a response: two checks, an hour apart, need it
			for _, c := range l.providers {
				c.setSilent(func() bool { return false })
			}
		}
		l.h.Clock.Advance(10 * time.Minute)
		if err := l.h.Games.RecheckRefusals(l.t.Context()); err != nil {
			l.t.Error(err)
		}
	}
}

// wantBalance returns the balance that the wallet must have, computed from the rows of the transfers.
func (l *simulation) wantBalance() money.Satang {
	return servertest.Value[money.Satang](l.h, `
		select (100000 - coalesce(sum(amount) filter (where from_slot is null and state <> 'REFUSED'), 0)
		     + coalesce(sum(amount) filter (where to_slot is null and state = 'DONE'), 0))::bigint from game_transfer where member_id = $1`, l.m.ID())
}

func (l *simulation) open() int64 {
	return l.h.Count(`select count(*) from game_transfer where member_id = $1 and done_at is null`, l.m.ID())
}

// decide has a cashier end the transfers that need an operator, by the provider's own record.
func (l *simulation) decide() {
	if l.h.Count(`select count(*) from game_transfer where done_at is null and state = 'REVIEW'`) == 0 {
		return
	}
	cashier := l.h.AddOperator("cashier") // a new session, since the clock may have advanced by hours
	for _, item := range cashier.Queue("GAME_TRANSFER") {
		slot := l.currentLeg(item.ID)
		action := "not-moved"
		if _, done := l.providers[slot.Code].findDone(slot.Leg.String()); done {
			action = "moved"
		}
		cashier.Call("POST", "/api/operator/items/GAME_TRANSFER/"+item.ID+"/"+action, map[string]string{"note": "by their support"}).Want(http.StatusOK)
		l.decisions++
	}
}

type openLeg struct {
	Leg  uuid.UUID
	Code string
}

func (l *simulation) currentLeg(id string) (out openLeg) {
	err := l.h.Pool.QueryRow(l.t.Context(), `select l.id, l.slot_code from game_leg l join game_transfer g on g.id = l.transfer_id and g.leg = l.n where g.id = $1`, id).
		Scan(&out.Leg, &out.Code)
	if err != nil {
		l.t.Fatal(err)
	}
	return out
}

// compare compares the wallet and each leg with the providers' own records.
func (l *simulation) compare() {
	if has := l.m.Balance(); has != l.wantBalance().String() {
		l.t.Errorf("the wallet has %s, its transfers make %s", has, l.wantBalance())
	}
	rows, err := l.h.Pool.Query(l.t.Context(), `
		select l.id, l.slot_code, l.into_game, coalesce(l.ended::text, ''), g.state::text, g.amount, exists (select from game_late e where e.leg_id = l.id)
		from game_leg l join game_transfer g on g.id = l.transfer_id where g.member_id = $1`, l.m.ID())
	if err != nil {
		l.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var id uuid.UUID
		var slot, ended, state string
		var into, late bool
		var amount money.Satang
		if err := rows.Scan(&id, &slot, &into, &ended, &state, &amount, &late); err != nil {
			l.t.Fatal(err)
		}
		moved, done := l.providers[slot].findDone(id.String())
		switch {
		case done != (ended == "DONE" || late), done && moved != amount:
			l.t.Errorf("leg %s at %s: %q here, late %v; there %v %s", id, slot, ended, late, done, moved)
		case late:
			l.late++
		}
	}
}

// settleLateSuccesses has a cashier settle the late successes. So the queue stays within one page over many
// simulations.
func (l *simulation) settleLateSuccesses() {
	if l.late == 0 {
		return
	}
	cashier, settled := l.h.AddOperator("cashier"), 0
	for _, item := range cashier.Queue("GAME_LATE") {
		cashier.Call("POST", "/api/operator/items/GAME_LATE/"+item.ID+"/settled", map[string]string{"note": "with the provider"}).Want(http.StatusOK)
		settled++
	}
	if settled != l.late {
		l.t.Errorf("%d late successes, %d at the console", l.late, settled)
	}
}

// dump logs the rows of all transfers of the member. It is called if some never end.
func (l *simulation) dump() {
	rows, err := l.h.Pool.Query(l.t.Context(), `
		select row_to_json(g)::text || row_to_json(l)::text from game_transfer g join game_leg l on l.transfer_id = g.id where g.member_id = $1 order by g.seq, l.n`, l.m.ID())
	if err != nil {
		l.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			l.t.Fatal(err)
		}
		l.t.Log(text)
	}
}
