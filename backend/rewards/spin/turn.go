package spin

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/content"
	"krapao/backend/identity"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/web"
	"krapao/backend/rewards/spin/internal/db"
	"krapao/backend/wallet"
)

// SpinRequest is a request for a spin. Without a commitment, the spin is drawn with the current live seed.
type SpinRequest struct {
	ClientSeed *string `json:"clientSeed,omitempty" pattern:"^[0-9a-f]{32}$" doc:"The phone's own seed, made after the phone has received the commitment. The first spin with a server seed fixes the client seed; if the first spin has none, it is empty."`
	Commitment *string `json:"commitment,omitempty" pattern:"^[0-9a-f]{64}$" doc:"The commitment for which the spin is made. If another one is in force, the spin is refused with SEED_CHANGED, and costs no coin."`
}

// SpinResponse is the response of a spin.
type SpinResponse struct {
	Success bool   `json:"success"`
	Result  Result `json:"result"`
	Error   string `json:"error"`
}

// Result is the outcome of a spin.
type Result struct {
	ID            uuid.UUID    `json:"_id"`
	Code          string       `json:"code" doc:"The code of the slice."`
	Label         string       `json:"label"`
	Labels        content.Text `json:"labels"`
	RemainingCoin int64        `json:"remainingCoin"`
	Prize         ShownPrize   `json:"prize"`
	ExpiresAt     *time.Time   `json:"expiresAt" nullable:"true" doc:"When the coupon expires; null if nothing was won."`
	Commitment    string       `json:"commitment"`
	ClientSeed    string       `json:"clientSeed"`
	Nonce         int32        `json:"nonce"`
	CreatedAt     time.Time    `json:"createdAt"`
}

// Lasting returns the part of the response that is stored forever: the spin's id, by which a late repeat finds
// the spin.
func (a SpinResponse) Lasting() any {
	return map[string]any{"result": map[string]any{"_id": a.Result.ID}}
}

// Spin draws a spin for the caller, and takes a coin. It returns NO_DATA (409) without a coin or a wheel. It
// returns SEED_CHANGED if the request's commitment differs from the one of the current seed and wheel.
func (s *Service) Spin(ctx context.Context, request SpinRequest) (*web.Response[SpinResponse], error) {
	if err := s.Wallet.RefuseWhilePaused(ctx); err != nil {
		return nil, err
	}
	m := identity.Caller(ctx)
	return wallet.RunCommandTx(ctx, s.Wallet, wallet.TxCommand[SpinResponse]{
		Member: m.ID, Fields: request, Guards: s.guards(m.ID), Refuse: refusalError,
		Work: func(tx pgx.Tx) (SpinResponse, error) {
			result, err := s.spinTx(ctx, tx, m, request)
			return SpinResponse{Success: true, Result: result}, err
		},
		ReadAgain: func(tx pgx.Tx, stored SpinResponse) (SpinResponse, error) {
			result, err := s.repeatSpinTx(ctx, tx, m, stored.Result.ID)
			return SpinResponse{Success: true, Result: result}, err
		},
	})
}

// spinTx draws and stores a spin, under the wallet's lock.
func (s *Service) spinTx(ctx context.Context, tx pgx.Tx, m identity.Member, request SpinRequest) (Result, error) {
	coins, err := s.coinAccountTx(ctx, tx, m.ID)
	if err != nil {
		return Result{}, err
	}
	w, err := s.wheelInForce(ctx, tx, m.Currency)
	if err != nil {
		return Result{}, err
	}
	if w == nil || coins.Balance < 1 {
		return Result{}, refusalError(apperr.NoData)
	}
	seed, err := s.seedTx(ctx, tx, m.ID, w)
	if err != nil {
		return Result{}, err
	}
	if request.Commitment != nil && *request.Commitment != hex.EncodeToString(seed.Commitment) {
		return Result{}, refusalError(apperr.SeedChanged)
	}
	client := ""
	switch {
	case seed.ClientSeed == nil && request.ClientSeed != nil:
		client = *request.ClientSeed
	case seed.ClientSeed != nil && request.ClientSeed != nil && *request.ClientSeed != *seed.ClientSeed:
		return Result{}, refusalError(apperr.SeedChanged)
	case seed.ClientSeed != nil:
		client = *seed.ClientSeed
	}
	plain, err := s.unsealSeed(seed)
	if err != nil {
		return Result{}, err
	}
	slice, round := w.Draw(plain, client, int(seed.Spins))
	return s.storeSpinTx(ctx, tx, m, drawnSpin{w: w, seed: seed, client: client, slice: slice, round: round, coins: coins})
}

// drawnSpin is a drawn spin that is not stored yet.
type drawnSpin struct {
	w      *wheel
	seed   db.SpinSeed
	client string
	slice  Slice
	round  int
	coins  ledger.Wallet
}

// storeSpinTx stores a spin: the transfer of its coin, its row, and its coupon.
func (s *Service) storeSpinTx(ctx context.Context, tx pgx.Tx, m identity.Member, l drawnSpin) (Result, error) {
	key, now, q := web.LedgerKey(ctx, "coin"), s.Clock().UTC(), db.New(tx)
	id, err := uuid.NewV7() // ordered by time, which is good for indexes
	if err != nil {
		return Result{}, err
	}
	_, err = s.Ledger.PostTx(ctx, tx, ledger.Transfer{
		Key: key, Kind: ledger.CoinMove, Debit: l.coins.ID, Credit: ledger.AccountID(ledger.CoinMint), Amount: 1, Currency: ledger.COIN,
	})
	if err != nil {
		return Result{}, err
	}
	if err := q.SeedSpun(ctx, db.SeedSpunParams{ID: l.seed.ID, ClientSeed: &l.client}); err != nil {
		return Result{}, err
	}
	spin := db.InsertSpinParams{ID: id, SeedID: l.seed.ID, Nonce: l.seed.Spins, Round: int32(l.round), MemberID: m.ID, Slice: l.slice.Code, Key: key, CreatedAt: now}
	if err := q.InsertSpin(ctx, spin); err != nil {
		return Result{}, err
	}
	version, err := s.Identity.MarkCoinsChangedTx(ctx, tx, m.ID)
	if err != nil {
		return Result{}, err
	}
	if p := l.slice.Prize; p.Kind != Nothing {
		name, err := json.Marshal(p.Name)
		if err != nil {
			return Result{}, err
		}
		err = q.InsertCoupon(ctx, db.InsertCouponParams{
			ID: id, MemberID: m.ID, Currency: string(m.Currency), Prize: p.Code, Name: name, Slice: l.slice.Code, Kind: string(p.Kind), Amount: p.Amount,
			Times: int32(p.Turnover), WonAt: now, ExpiresAt: now.Add(couponLife), Large: p.Amount >= l.w.Large, Version: version,
		})
		if err != nil {
			return Result{}, err
		}
	}
	return toResult(ctx, l, db.Spin(spin), int64(l.coins.Balance)-1), nil
}

func toResult(ctx context.Context, l drawnSpin, spin db.Spin, remaining int64) Result {
	locale := web.From(ctx).Locale
	out := Result{
		ID: spin.ID, Code: spin.Slice, Label: l.slice.Label.In(locale), Labels: l.slice.Label, RemainingCoin: remaining, Prize: l.slice.shownPrize(locale),
		Commitment: hex.EncodeToString(l.seed.Commitment), ClientSeed: l.client, Nonce: spin.Nonce, CreatedAt: spin.CreatedAt.UTC(),
	}
	if l.slice.Prize.Kind != Nothing {
		expires := spin.CreatedAt.Add(couponLife).UTC()
		out.ExpiresAt = &expires
	}
	return out
}

// repeatSpinTx returns a spin's result from its stored row.
func (s *Service) repeatSpinTx(ctx context.Context, tx pgx.Tx, m identity.Member, id uuid.UUID) (Result, error) {
	row, err := db.New(tx).GetSpin(ctx, db.GetSpinParams{ID: id, MemberID: m.ID})
	if err != nil {
		return Result{}, err
	}
	w, err := s.toWheel(row.Wheel)
	if err != nil {
		return Result{}, err
	}
	coins, err := s.Ledger.PointsBalance(ctx, tx, m.ID, identity.CoinKind, ledger.COIN)
	if err != nil {
		return Result{}, err
	}
	l := drawnSpin{w: w, seed: row.SpinSeed, slice: w.sliceByCode(row.Spin.Slice)}
	if c := row.SpinSeed.ClientSeed; c != nil {
		l.client = *c
	}
	return toResult(ctx, l, row.Spin, int64(coins)), nil
}
