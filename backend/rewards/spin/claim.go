package spin

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/identity"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/web"
	"krapao/backend/rewards/spin/internal/db"
	"krapao/backend/rewards/turnover"
	"krapao/backend/statement"
	"krapao/backend/wallet"
)

// ClaimedCoupon is the response of a claim: its statement line and the current wallet.
type ClaimedCoupon struct {
	Success bool   `json:"success"`
	Error   string `json:"error"`
	wallet.CommandStatus
}

// Claim moves one coupon of a prize into the caller's wallet: the one that expires first. It returns
// INVALID_CODE if the code is malformed, INVALID_PRIZE_CODE for a prize that never existed, and
// INVALID_COUPON_TYPE for a prize without a value. It returns COUPON_EXPIRED if only expired coupons are
// left, and NO_CLAIMABLE_COUPON if there is none at all. While a bonus is active it returns BONUS_REMAINING,
// since the bonus's total would include the coupon's money.
func (s *Service) Claim(ctx context.Context, code string) (*web.Response[ClaimedCoupon], error) {
	if err := s.Wallet.RefuseWhilePaused(ctx); err != nil {
		return nil, err
	}
	m := identity.Caller(ctx)
	return wallet.RunCommandTx(ctx, s.Wallet, wallet.TxCommand[ClaimedCoupon]{
		Member: m.ID, Fields: map[string]string{"coupon": code}, Guards: append(s.guards(m.ID), s.Bonus.NoActiveBonusGuard(m.ID)), Refuse: refusalError,
		Work: func(tx pgx.Tx) (ClaimedCoupon, error) {
			coupon, err := s.claimableTx(ctx, tx, m, code)
			if err != nil {
				return ClaimedCoupon{}, err
			}
			status, err := s.payTx(ctx, tx, m, coupon)
			return ClaimedCoupon{Success: true, CommandStatus: status}, err
		},
		ReadAgain: func(tx pgx.Tx, stored ClaimedCoupon) (ClaimedCoupon, error) {
			status, err := s.Wallet.StatusTx(ctx, tx, m.ID, stored.Statement.ID)
			return ClaimedCoupon{Success: true, CommandStatus: status}, err
		},
	})
}

// claimableTx locks and returns the coupon that a claim pays.
func (s *Service) claimableTx(ctx context.Context, tx pgx.Tx, m identity.Member, code string) (db.Coupon, error) {
	q, none := db.New(tx), db.Coupon{}
	if !codeRegexp.MatchString(code) {
		return none, refusalError(apperr.InvalidCode)
	}
	prize, err := q.GetPrize(ctx, db.GetPrizeParams{Currency: string(m.Currency), Code: code})
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return none, refusalError(apperr.InvalidPrizeCode)
	case err != nil:
		return none, err
	case Kind(prize.Kind) == Nothing:
		return none, refusalError(apperr.InvalidCouponType)
	}
	coupon, err := q.GetNextCoupon(ctx, db.GetNextCouponParams{MemberID: m.ID, Prize: code, Now: s.Clock()})
	if !errors.Is(err, pgx.ErrNoRows) {
		return coupon, err
	}
	expired, err := q.HasMissedCoupon(ctx, db.HasMissedCouponParams{MemberID: m.ID, Prize: code})
	switch {
	case err != nil:
		return none, err
	case expired:
		return none, refusalError(apperr.CouponExpired)
	}
	return none, refusalError(apperr.NoClaimableCoupon)
}

// payTx pays a coupon into the wallet, with its statement line.
func (s *Service) payTx(ctx context.Context, tx pgx.Tx, m identity.Member, c db.Coupon) (wallet.CommandStatus, error) {
	shown, err := toCoupon(c, web.From(ctx).Locale)
	if err != nil {
		return wallet.CommandStatus{}, err
	}
	to, err := s.Ledger.Wallet(ctx, tx, m.ID)
	if err != nil {
		return wallet.CommandStatus{}, err
	}
	key := uuid.NewSHA1(keySpace, c.ID[:]) // made from the coupon, so any number of requests pay the coupon once
	posted, err := s.Ledger.PostTx(ctx, tx, ledger.Transfer{
		Key: key, Kind: ledger.Reward, Debit: ledger.LuckyDraws.In(to.Currency), Credit: to.ID, Amount: c.Amount, Currency: to.Currency,
	})
	if err != nil {
		return wallet.CommandStatus{}, err
	}
	now := s.Clock()
	if err := db.New(tx).ClaimCoupon(ctx, db.ClaimCouponParams{ID: c.ID, Now: now, Key: key}); err != nil {
		return wallet.CommandStatus{}, err
	}
	if err := s.Turnover.RequireTx(ctx, tx, m.ID, turnover.Coupon, c.ID, turnover.MultiplyUp(float64(c.Times), c.Amount)); err != nil {
		return wallet.CommandStatus{}, err
	}
	line, err := s.Statement.AddTx(ctx, tx, m.ID, statement.Line{
		Type: statement.Bonus, Status: statement.Success, FromPlace: statement.RewardPlace("luckydraw"), ToPlace: statement.PlaceOf(statement.Wallet),
		Amount: c.Amount, Currency: c.Currency, CreatedAt: now.UTC(), TransferID: &posted.ID,
		Links: statement.Links{LuckyDraw: &statement.Link{Description: shown.Prize.Name}},
	})
	if err != nil {
		return wallet.CommandStatus{}, err
	}
	return s.Wallet.WithWallet(ctx, tx, m.ID, line)
}
