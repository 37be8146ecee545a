package giftlink

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/cashier"
	"krapao/backend/cashier/giftlink/internal/db"
	"krapao/backend/content"
	"krapao/backend/identity"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/jobs"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/typed"
	"krapao/backend/platform/web"
	"krapao/backend/provider/truemoney"
	"krapao/backend/statement"
	"krapao/backend/wallet"
)

// Service credits gift links. All fields are required.
type Service struct {
	Pool      *pgxpool.Pool
	Clock     clock.Clock
	Log       *slog.Logger
	Keyed     web.Keyed
	Queue     *jobs.Queue
	Limits    limit.Counter
	Content   *content.Service
	Statement *statement.Service
	Cashier   *cashier.Service
	Identity  *identity.Service
	Wallet    *wallet.Service
	Provider  *truemoney.Client
	// Secret is the app's secret, set at build time.
	Secret string
	// Patience is how long a call waits for the outcome before it returns 202.
	Patience time.Duration
}

// The rules for gifts. Amounts are in satang.
const (
	minAmount    = money.Satang(200)
	reviewAfter  = 30 * time.Minute // after this time a cashier decides
	retryDelay   = 10 * time.Second
	stalledAfter = time.Hour
)

// States of a gift; see the package comment.
const (
	stateNew       = "NEW"
	stateRedeeming = "REDEEMING"
	stateReview    = "REVIEW"
	stateDone      = "DONE"
	stateFailed    = "FAILED"
)

// linkLimit limits a member's calls to the provider. The limit is more than a member's real gifts.
var linkLimit = limit.Rule{Max: 30, Window: time.Hour}

func (s *Service) q() *db.Queries { return db.New(s.Pool) }

// verifiedVoucher is a voucher that the provider has verified.
type verifiedVoucher struct {
	hash, mobile string
	amount       money.Satang
	known        bool // a gift of that voucher exists already
}

// verifyLink asks the provider for the value of a sent link. Errors: TRUELINK_INVALID, TRUELINK_DUPLICATE,
// NO_WALLET. While the provider does not respond, the error is TRUELINK_INVALID with 503: nothing was done,
// and the same link may be sent again.
func (s *Service) verifyLink(ctx context.Context, sent string) (verifiedVoucher, error) {
	if err := s.Content.CheckNotPaused(ctx, content.ServiceGift, apperr.TruelinkInvalid); err != nil {
		return verifiedVoucher{}, err
	}
	link, account := splitLink(s.Secret, sent)
	hash, ok := typed.Gift(link)
	if !ok || hash == "" {
		return verifiedVoucher{}, apperr.Field(apperr.TruelinkInvalid, "link")
	}
	wallet, found, err := s.Content.GiftWallet(ctx, s.Pool, account)
	if err != nil {
		return verifiedVoucher{}, err
	}
	if !found {
		return verifiedVoucher{}, apperr.New(apperr.NoWallet)
	}
	out := verifiedVoucher{hash: hash, mobile: wallet.Mobile}
	if out.known, err = s.q().IsGiftKnown(ctx, hash); err != nil || out.known {
		return out, err
	}
	response, err := s.Provider.Verify(ctx, hash, out.mobile)
	if err != nil {
		return out, err
	}
	out.amount = response.Amount
	switch {
	case response.Outcome == truemoney.Unknown:
		return out, apperr.New(apperr.TruelinkInvalid).WithStatus(http.StatusServiceUnavailable).WithRetryAfter(retryDelay)
	case response.Outcome == truemoney.TakenByOthers, response.Outcome == truemoney.RedeemedBefore:
		return out, apperr.New(apperr.TruelinkDuplicate)
	case response.Outcome == truemoney.Invalid, response.Amount < minAmount, response.Amount > money.Max:
		return out, apperr.Field(apperr.TruelinkInvalid, "link")
	}
	return out, nil
}

// storeGiftTx stores a gift with its PENDING line and its job.
func (s *Service) storeGiftTx(ctx context.Context, tx pgx.Tx, o verifiedVoucher) (wallet.CommandStatus, error) {
	m, err := s.Identity.Member(ctx, tx, web.Member(ctx))
	if err != nil {
		return wallet.CommandStatus{}, err
	}
	if o.known {
		return wallet.CommandStatus{}, apperr.New(apperr.TruelinkDuplicate)
	}
	if m.Currency != ledger.BAHT {
		return wallet.CommandStatus{}, apperr.New(apperr.NoWallet)
	}
	if err := s.Cashier.CheckDepositTx(ctx, tx, m.ID, o.amount); err != nil {
		return wallet.CommandStatus{}, err
	}
	id, now := uuid.New(), s.Clock()
	added, err := db.New(tx).InsertGift(ctx, db.InsertGiftParams{
		ID: id, MemberID: m.ID, Hash: o.hash, Mobile: o.mobile, Amount: o.amount, Currency: string(m.Currency), CreatedAt: now,
	})
	if err != nil {
		return wallet.CommandStatus{}, err
	}
	if added == 0 { // another call stored the gift in between
		return wallet.CommandStatus{}, apperr.New(apperr.TruelinkDuplicate)
	}
	if err := s.Queue.InsertTx(ctx, tx, redeemGift{ID: id}, nil); err != nil {
		return wallet.CommandStatus{}, err
	}
	line, err := s.Statement.AddTx(ctx, tx, m.ID, statement.Line{
		ID: id, Type: statement.Deposit, Status: statement.Pending, FromPlace: statement.PlaceOf(statement.Gift), ToPlace: statement.PlaceOf(statement.Wallet),
		Amount: o.amount, Currency: string(m.Currency), CreatedAt: now,
	})
	if err != nil {
		return wallet.CommandStatus{}, err
	}
	return s.Wallet.WithWallet(ctx, tx, m.ID, line)
}

// giftSpace is the namespace of the ledger keys. There is one key per stored gift.
var giftSpace = uuid.MustParse("2b9f7a54-91d3-4a0c-8c0e-4f1f6f6f0c77")

// creditGiftTx credits a gift that our wallet has redeemed, or holds the money if the member may not have it
// (held).
func (s *Service) creditGiftTx(ctx context.Context, tx pgx.Tx, g db.Gift, amount money.Satang, by *int64) (held bool, err error) {
	m, err := s.Identity.Member(ctx, tx, g.MemberID)
	if err != nil {
		return false, err
	}
	got, err := s.Cashier.ReceiveTx(ctx, tx, &cashier.Incoming{
		Member: m, Key: uuid.NewSHA1(giftSpace, g.ID[:]), HouseAccount: ledger.TrueMoney, Amount: amount, From: statement.PlaceOf(statement.Gift),
		Method: cashier.MethodGift, Reference: g.Hash, Line: g.ID, By: by,
	})
	if err != nil {
		return false, fmt.Errorf("giftlink: %s: %w", g.ID, err)
	}
	now := s.Clock()
	return got.Held, db.New(tx).EndGift(ctx, db.EndGiftParams{ID: g.ID, State: stateDone, Amount: amount, Code: g.Code, TransferID: &got.TransferID, DecidedBy: by, DoneAt: &now})
}

// failGiftTx ends a gift that brought no money.
func (s *Service) failGiftTx(ctx context.Context, tx pgx.Tx, g db.Gift, note apperr.Code, by *int64) error {
	now := s.Clock()
	if err := db.New(tx).EndGift(ctx, db.EndGiftParams{ID: g.ID, State: stateFailed, Amount: g.Amount, Code: g.Code, DecidedBy: by, DoneAt: &now}); err != nil {
		return err
	}
	_, err := s.Statement.ChangeTx(ctx, tx, g.MemberID, g.ID, statement.Change{Status: statement.Failed, Note: note})
	return err
}

// Verify counts gifts that differ from the ledger.
func (s *Service) Verify(ctx context.Context, q pg.DB) (ledger.Finding, error) {
	n, err := db.New(q).VerifyGifts(ctx)
	return ledger.Finding{Invariant: "gift links that differ from the ledger", Broken: n}, err
}

// decideTx ends a gift in review. received is the amount in satang that came into our wallet, or nil if none
// did. It returns NO_DATA if the gift is not in review (any more).
func (s *Service) decideTx(ctx context.Context, tx pgx.Tx, id uuid.UUID, received *money.Satang, by int64) (g db.Gift, held bool, err error) {
	g, err = db.New(tx).LockGift(ctx, id)
	if err != nil || g.State != stateReview {
		return g, false, pg.NotFound(err)
	}
	if received == nil {
		return g, false, s.failGiftTx(ctx, tx, g, apperr.TruelinkInvalid, &by)
	}
	held, err = s.creditGiftTx(ctx, tx, g, *received, &by)
	return g, held, err
}
