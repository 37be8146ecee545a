package statement_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/server/servertest"
	"krapao/backend/statement"
)

func eventsOf(d statement.Detail) []statement.Event {
	events := make([]statement.Event, 0, len(d.Events))
	for _, e := range d.Events {
		events = append(events, e.Event)
	}
	return events
}

func checkDetail(t *testing.T, d statement.Detail, actor statement.Actor, events ...statement.Event) {
	t.Helper()
	if got := eventsOf(d); !slices.Equal(got, events) || d.WaitsFor != actor {
		t.Errorf("%v, waits for %q; want %v, %q", got, d.WaitsFor, events, actor)
	}
	if !d.Events[0].At.Equal(d.Statement.CreatedAt) || !slices.IsSortedFunc(d.Events, func(a, b statement.LineEvent) int { return a.At.Compare(b.At) }) {
		t.Errorf("times %+v of a line of %s", d.Events, d.Statement.CreatedAt)
	}
}

func decideWithdrawal(cashier *servertest.Client, id uuid.UUID, action string) {
	cashier.Call("POST", "/api/operator/items/WITHDRAWAL/"+id.String()+"/"+action, nil).Want(http.StatusOK)
}

func TestDetail_Withdrawal_ShowsEventsInOrderAndNextActor(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m, cashier := h.AddMember(), h.AddOperator("cashier")
	m.CreditWallet(money.Baht(1000)) // nothing proves the account, so a cashier has to approve
	asked := m.Withdraw("", 500).Want(http.StatusAccepted).Cash().Statement
	before := m.Detail(asked.ID)
	h.Clock.Advance(time.Minute)

	decideWithdrawal(cashier, asked.ID, "approve")
	approved := m.Line(asked.ID)
	m.WaitFinal(asked.ID, time.Second)
	after := m.Detail(asked.ID)

	checkDetail(t, before, statement.ByCashier, statement.Asked)
	if approved.Version <= before.Statement.Version {
		t.Error("the approval did not change the version")
	}
	checkDetail(t, after, "", statement.Asked, statement.Approved, statement.Sent, statement.Done)
	if waited := after.Events[1].At.Sub(after.Events[0].At); waited < time.Minute {
		t.Errorf("approved %s after the request", waited)
	}
	if before.Reference != statement.Reference(asked.ID) || after.Reference != before.Reference || after.Statement.Status != statement.Success {
		t.Errorf("%+v", after)
	}
}

func TestDetail_CancelledWithdrawal_EndsWithCancelled(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	m.CreditWallet(money.Baht(1000))
	asked := m.Withdraw("", 500).Want(http.StatusAccepted).Cash().Statement

	m.Call("POST", "/api/wallet/withdraw/"+asked.ID.String()+"/cancel", nil).Want(http.StatusOK)

	checkDetail(t, m.Detail(asked.ID), "", statement.Asked, statement.Cancelled)
}

// spec 8.15i, D1.34, D1.37
func TestDetail_LineOfAnotherMember_ReturnsSameErrorAsUnknownLine(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m, stranger := h.AddMember(), h.AddMember()
	m.CreditWallet(money.Baht(10))
	path := "/api/statement/" + m.Lines()[0].ID.String()

	other := stranger.Call("GET", path, nil).WantCode(http.StatusNotFound, "NO_DATA")
	none := stranger.Call("GET", "/api/statement/"+uuid.NewString(), nil).WantCode(http.StatusNotFound, "NO_DATA")
	bad := m.Call("GET", "/api/statement/x", nil).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")

	withoutRequestID := func(a servertest.Response) string {
		var all map[string]any
		a.Into(&all)
		delete(all, "requestId")
		return fmt.Sprint(all)
	}
	if withoutRequestID(other) != withoutRequestID(none) || bad.Field("id") != "INVALID_USER_INFO" {
		t.Errorf("another's %s, none %s, bad %q", other.Body, none.Body, bad.Field("id"))
	}
	m.Call("GET", path, nil).Want(http.StatusOK)
	h.Guest().Call("GET", path, nil).WantCode(http.StatusUnauthorized, "invalid-token")
}

func TestDetail_CreditedOrRefusedDeposit_ShowsItsSlip(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m, stranger := h.AddMember(), h.AddMember()
	made := m.Transfer(servertest.Transfer{Amount: 500})
	credited := m.SubmitSlip(made)
	refused := stranger.SubmitSlip(made)

	mine, theirs := m.Detail(m.Lines()[0].ID), stranger.Detail(stranger.Lines()[0].ID)

	checkDetail(t, mine, "", statement.Done)
	checkDetail(t, theirs, "", statement.EventFailed)
	if mine.Slip == nil || mine.Slip.Reference != credited.Reference || theirs.Slip == nil || theirs.Slip.Reference != refused.Reference {
		t.Fatalf("%+v, %+v", mine.Slip, theirs.Slip)
	}
	m.Call("GET", "/api/statement/slip/reference/"+mine.Slip.Reference, nil).Want(http.StatusOK)
	m.Call("GET", "/api/statement/slip/reference/"+theirs.Slip.Reference, nil).WantCode(http.StatusNotFound, "NO_DATA")
}

func TestDetail_AnnouncedTransfer_WaitsForMemberThenForCashier(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	late, picked := m.Transfer(servertest.Transfer{Amount: 500}), h.Clock.Now()
	h.Clock.Advance(2 * time.Hour)
	m.Call("POST", "/api/account/confirm", m.PasswordBody()).Want(http.StatusOK)
	var made struct{ Statement statement.Line }
	m.Call("POST", "/api/wallet/add", map[string]int{"amount": 500}).Want(http.StatusOK).Into(&made)
	before := m.Detail(made.Statement.ID)

	id := uuid.New()
	m.Upload(id, picked, m.Picture(late.Slip.JPG)).Want(http.StatusAccepted)
	h.WaitUntil("the slip in review", func() bool { return m.Slip(id).Review })
	inReview := m.Detail(made.Statement.ID)
	h.AddOperator("cashier").Call("POST", "/api/operator/items/SLIP/"+id.String()+"/settle", map[string]any{"amount": 500}).Want(http.StatusOK)

	checkDetail(t, before, statement.ByMember, statement.Announced)
	if before.Until == nil || before.Until.Sub(before.Statement.CreatedAt) != time.Hour {
		t.Errorf("until %v", before.Until)
	}
	checkDetail(t, inReview, statement.ByCashier, statement.Announced)
	after := m.Detail(made.Statement.ID)
	checkDetail(t, after, "", statement.Announced, statement.Done)
	if after.Slip == nil || after.Until != nil {
		t.Errorf("%+v", after)
	}
}

func TestChange_SettledLine_ReturnsErrSettledAndStoresNoEvent(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	m.CreditWallet(money.Baht(10))
	id := m.Lines()[0].ID

	err := pg.InTx(t.Context(), h.Pool, func(tx pgx.Tx) error {
		_, err := h.Server.Statement.ChangeTx(t.Context(), tx, m.ID(), id, statement.Change{Status: statement.Failed})
		return err
	})

	if err != statement.ErrSettled || h.Count("select count(*) from statement_event") != 0 {
		t.Errorf("%v", err)
	}
}

func TestChange_StillPendingWithoutEvent_IsRejected(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	m.Call("POST", "/api/wallet/add", map[string]int{"amount": 500}).Want(http.StatusOK)
	line := m.Lines()[0]

	err := pg.InTx(t.Context(), h.Pool, func(tx pgx.Tx) error {
		_, err := h.Server.Statement.ChangeTx(t.Context(), tx, m.ID(), line.ID, statement.Change{Status: statement.Pending})
		return err
	})

	if err == nil || m.Line(line.ID).Version != line.Version {
		t.Errorf("%v: the line changed without an event", err)
	}
}
