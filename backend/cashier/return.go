package cashier

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/internal/db"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/plain"
)

// returnSpace is the namespace of the ledger keys of the transfers that return money.
var returnSpace = uuid.MustParse("6a1c2c1e-2f6f-4d86-9f0a-6d6a3c9d5b11")

// HoldForReturnTx holds incoming money that may not be credited, and stores it as a return. It returns the id of
// the hold.
func (s *Service) HoldForReturnTx(ctx context.Context, tx pgx.Tx, in Incoming, refusal apperr.Code) (hold int64, err error) {
	currency := in.Member.Currency
	posted, err := s.Ledger.PostTx(ctx, tx, ledger.Transfer{
		Key: in.Key, Kind: ledger.Hold, Debit: in.HouseAccount.In(currency), Credit: ledger.ReturnsPending.In(currency), Amount: in.Amount, Currency: currency,
	})
	if err != nil {
		return 0, fmt.Errorf("cashier: hold %s %s for return: %w", in.Method, in.Reference, err)
	}
	var member *int64
	if in.Member.ID != 0 {
		member = &in.Member.ID
	}
	return posted.ID, db.New(tx).InsertReturn(ctx, db.InsertReturnParams{
		ID: uuid.New(), MemberID: member, Way: string(in.Method), Reference: in.Reference, Sender: strings.TrimSpace(in.From.Text() + " " + in.Name), Amount: in.Amount,
		Currency: string(currency), Reason: string(refusal), HoldID: posted.ID, CreatedAt: s.Clock(),
	})
}

// Return is money to return, or money that was returned. Amount is in satang.
type Return struct {
	ID        uuid.UUID     `json:"id"`
	Method    PaymentMethod `json:"way" enum:"slip,feed,qr,gift"`
	Reference string        `json:"reference" doc:"The provider's name of the payment."`
	Sender    string        `json:"sender"`
	Amount    money.Satang  `json:"amount"`
	Currency  string        `json:"currency"`
	Reason    apperr.Code   `json:"reason"`
	Since     time.Time     `json:"since"`
	Returned  string        `json:"returned,omitempty" doc:"The reference of the bank transfer that returned the money."`
	Member    *int64        `json:"-"`
}

func returnOf(r db.MoneyReturn) Return {
	return Return{
		ID: r.ID, Method: PaymentMethod(r.Way), Reference: r.Reference, Sender: r.Sender, Amount: r.Amount, Currency: r.Currency,
		Reason: apperr.Code(r.Reason), Since: r.CreatedAt.UTC(), Returned: r.Returned, Member: r.MemberID,
	}
}

// RecordReturnTx stores that a cashier has returned money. reference names the bank transfer that the cashier
// made. It returns INVALID_USER_INFO for a bad reference, and NO_DATA if the money does not wait to be
// returned (any more).
func (s *Service) RecordReturnTx(ctx context.Context, tx pgx.Tx, id uuid.UUID, reference string, by int64) (Return, error) {
	reference = plain.Line(reference)
	if reference == "" || len(reference) > 64 {
		return Return{}, apperr.Field(apperr.InvalidUserInfo, "reference")
	}
	q := db.New(tx)
	row, err := q.LockReturn(ctx, id)
	if err != nil || row.DoneAt != nil {
		return Return{}, pg.NotFound(err)
	}
	settled, err := s.Ledger.SettleTx(ctx, tx, uuid.NewSHA1(returnSpace, row.ID[:]), row.HoldID, ledger.Returned.In(ledger.Currency(row.Currency)))
	if err != nil {
		return Return{}, err
	}
	now := s.Clock()
	row.Returned = reference
	return returnOf(row), q.EndReturn(ctx, db.EndReturnParams{ID: id, Returned: reference, SettleID: &settled.ID, DecidedBy: &by, DoneAt: &now})
}
