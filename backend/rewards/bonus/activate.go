package bonus

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/identity"
	"krapao/backend/ledger"
	"krapao/backend/person"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/typed"
	"krapao/backend/platform/web"
	"krapao/backend/rewards/bonus/internal/db"
	"krapao/backend/rewards/turnover"
	"krapao/backend/statement"
	"krapao/backend/wallet"
)

// errTermsChanged is the Stale error of a guard: the terms have changed or were closed since they were read.
var errTermsChanged = errors.New("bonus: the terms have changed since they were read")

// activation is a bonus or promotion that a member is taking.
type activation struct {
	s       *Service
	member  identity.Member
	kind    Kind
	code    string
	name    string
	edition int64
	refusal apperr.Code // the code if there is no such offer

	amount      money.Satang
	deposit     *db.ListDepositsRow // nil for a promotion, or if none fits
	turnover    float64
	percentFail int32
	bonusEnd    money.Satang

	key  uuid.UUID
	line statement.Line
}

// Activate gives the caller a bonus for one of their deposits. Errors: NO_DATA (404) for an unknown code,
// BONUS_ALREADY_ACTIVE, BONUS_MAX_CLAIMED, BONUS_FULL, BONUS_CONDITION, INACTIVE_USER and SELF_EXCLUDED.
func (s *Service) Activate(ctx context.Context, code string) (*web.Response[ActivatedBonus], error) {
	return s.activate(ctx, func(ctx context.Context) (*activation, error) {
		return s.newBonusActivation(ctx, strings.ToUpper(code))
	})
}

// ActivatePromotion gives the caller a promotion. Errors: NO_PROMOTION (404), PROMOTION_RECEIVED and those of
// Activate.
func (s *Service) ActivatePromotion(ctx context.Context, code string) (*web.Response[ActivatedBonus], error) {
	if err := s.limitCodes(ctx); err != nil {
		return nil, err
	}
	return s.activate(ctx, func(ctx context.Context) (*activation, error) {
		return s.newPromotionActivation(ctx, promotionCode(code))
	})
}

// promotionCode returns a typed code in its stored form. A text that cannot be a code is returned unchanged.
func promotionCode(text string) string {
	if code, ok := typed.Promotion(text); ok {
		return code
	}
	return text
}

func (s *Service) activate(ctx context.Context, read func(context.Context) (*activation, error)) (*web.Response[ActivatedBonus], error) {
	if err := s.Wallet.RefuseWhilePaused(ctx); err != nil {
		return nil, err
	}
	first, err := wallet.RunCommand(ctx, s.Wallet, func(ctx context.Context, _ error) (wallet.Command, error) {
		o, err := read(ctx)
		if err != nil {
			return wallet.Command{}, err
		}
		return o.walletCommand(), nil
	})
	if err != nil {
		return nil, err
	}
	if first.Status == http.StatusAccepted {
		first, err = s.Wallet.Await(ctx, first, 0, func(context.Context, uuid.UUID) (wallet.Progress, error) { return wallet.Ended, nil })
		if err != nil {
			return nil, err
		}
	}
	return s.activatedBonus(ctx, first)
}

// newBonusActivation reads a bonus, and the deposit for which it is the largest.
func (s *Service) newBonusActivation(ctx context.Context, code string) (*activation, error) {
	o := &activation{s: s, member: identity.Caller(ctx), kind: Bonus, code: code, key: web.LedgerKey(ctx, "bonus")}
	t, edition, found, err := findOffer(ctx, s.Pool, Bonus, code)
	if err != nil {
		return nil, err
	}
	if !found || !t.Listed || t.Currency != string(o.member.Currency) {
		o.refusal = apperr.NoData
		return o, nil
	}
	o.edition, o.name, o.turnover, o.percentFail = edition, t.Name.In(web.From(ctx).Locale), t.Turnover, t.PercentFail
	deposits, err := s.q().ListDeposits(ctx, db.ListDepositsParams{MemberID: o.member.ID, Since: s.Clock().Add(-depositMaxAge)})
	if err != nil {
		return nil, err
	}
	if len(deposits) > 0 { // the largest first
		if o.amount = t.amountFor(deposits[0].Amount); o.amount > 0 {
			o.deposit = &deposits[0]
		}
	}
	return o, o.readSettings(ctx)
}

func (s *Service) newPromotionActivation(ctx context.Context, code string) (*activation, error) {
	o := &activation{s: s, member: identity.Caller(ctx), kind: Promotion, code: code, key: web.LedgerKey(ctx, "promotion")}
	t, edition, found, err := findOffer(ctx, s.Pool, Promotion, code)
	if err != nil {
		return nil, err
	}
	if !found || !t.isOpen(s.Clock(), o.member) {
		o.refusal = apperr.NoPromotion
		return o, nil
	}
	o.edition, o.name, o.turnover, o.percentFail, o.amount = edition, t.Name.In(web.From(ctx).Locale), t.Turnover, t.PercentFail, t.Amount
	return o, o.readSettings(ctx)
}

func (o *activation) readSettings(ctx context.Context) error {
	settings, err := o.s.Content.RecentSettings(ctx)
	o.bonusEnd = settings.For(string(o.member.Currency)).BonusEnd
	return err
}

func (o *activation) walletCommand() wallet.Command {
	o.line = statement.Line{
		Type: statement.Bonus, Status: statement.Success, FromPlace: statement.RewardPlace(string(o.kind)), ToPlace: statement.PlaceOf(statement.Wallet),
		Amount: o.amount, Links: o.kind.statementLinks(o.name),
	}
	c := wallet.Command{
		Member: o.member.ID, Fields: map[string]string{"code": o.code}, Guards: o.guards(), Line: &o.line,
		QueueLocksBefore: func(b *pgx.Batch) { person.LockBatch(b, o.member.ID) },
	}
	if o.refusal == "" && (o.kind == Promotion || o.deposit != nil) { // otherwise a guard refuses the command
		c.Transfer = &wallet.CommandTransfer{Key: o.key, Kind: ledger.Reward, OtherAccount: o.kind.houseAccount().In(o.member.Currency), Credit: true, Amount: o.amount}
		c.QueueRows = o.queueRows
	}
	return c
}

// guards returns the guards that may forbid taking the offer. GuardFull locks the offer's row, so it comes
// nearly last.
func (o *activation) guards() []pg.Guard {
	now, received := o.s.Clock(), apperr.BonusMaxClaimed
	if o.kind == Promotion {
		received = apperr.PromotionReceived
	}
	all := []pg.Guard{
		o.s.Identity.MayMoveGuard(o.member.ID), o.s.Care.MayPlayGuard(o.member.ID), pg.FixedCode(string(o.refusal)),
		{Query: db.GuardNoActiveBonus, Args: []any{string(apperr.BonusActive), o.member.ID}},
		{Query: db.GuardReceivedMax, Args: []any{string(received), string(o.kind), o.code, o.member.ID, startOfDay(now), startOfWeek(now)}},
		{Query: db.GuardQuantityLeft, Args: []any{string(apperr.BonusFull), string(o.kind), o.code}},
		{Query: db.GuardTermsUnchanged, Args: []any{string(o.kind), o.code, o.edition}, Stale: errTermsChanged},
	}
	if o.kind == Promotion {
		return all
	}
	if o.deposit == nil {
		return append(all, pg.FixedCode(string(apperr.BonusCondition)))
	}
	return append(all, pg.Guard{Query: db.GuardDeposit, Args: []any{string(apperr.BonusCondition), o.member.ID, o.deposit.DepositID, now.Add(-depositMaxAge)}})
}

// queueRows queues the statements that insert the member's bonus and count it for the offer.
func (o *activation) queueRows(b *pgx.Batch) error {
	var deposit money.Satang
	var depositID *int64
	fifthOf := o.amount
	if o.deposit != nil {
		deposit, depositID, fifthOf = o.deposit.Amount, &o.deposit.DepositID, o.deposit.Amount
	}
	into := db.New(pg.InBatch(b))
	err := into.InsertTakenBonus(context.Background(), db.InsertTakenBonusParams{
		ID: o.line.ID, Kind: string(o.kind), Code: o.code, Name: o.name, Amount: int64(o.amount), DepositID: depositID, Deposit: int64(deposit),
		Needed: int64(turnover.MultiplyUp(o.turnover, deposit+o.amount)), PercentFail: o.percentFail, BonusEnd: int64(o.bonusEnd), FailMost: int64(fifthOf) / 5,
		Key: o.key, Now: o.line.CreatedAt, MemberID: o.member.ID,
	})
	if err != nil {
		return err
	}
	return into.CountOfferTaken(context.Background(), db.CountOfferTakenParams{Kind: string(o.kind), Code: o.code})
}

// ActivatedBonus is the response of an activation: the user bonus, the statement line and the wallet.
type ActivatedBonus struct {
	UserBonus
	Kind   Kind         `json:"type" enum:"bonus,promotion"`
	Code   string       `json:"code"`
	Name   string       `json:"name"`
	Amount money.Satang `json:"amount"`
	Needed money.Satang `json:"needed" doc:"The turnover after which the bonus ends."`
	// PercentFail and FailAt describe the other way in which the bonus ends: the total falls to FailAt.
	PercentFail int32        `json:"percentFail"`
	FailAt      money.Satang `json:"failAt"`
	wallet.CommandStatus
}

// activatedBonus returns the response of an activation, which is the same for every repeat.
func (s *Service) activatedBonus(ctx context.Context, done *web.Response[wallet.CommandStatus]) (*web.Response[ActivatedBonus], error) {
	body, err := done.Body.Value()
	if err != nil {
		return nil, err
	}
	row, err := s.q().GetTakenBonus(ctx, body.Statement.ID)
	if err != nil {
		return nil, err
	}
	return web.Fresh(http.StatusOK, ActivatedBonus{
		UserBonus: UserBonus{ID: row.ID, IsActive: true, Received: []Receipt{{row.CreatedAt.UTC()}}},
		Kind:      Kind(row.Kind), Code: row.Code, Name: row.Name, Amount: row.Amount, Needed: money.Satang(row.Needed),
		PercentFail: row.PercentFail, FailAt: money.Satang(row.FailAt), CommandStatus: body,
	})
}

// startOfDay returns the beginning of a time's Bangkok day. startOfWeek returns the Monday of its Bangkok week.
func startOfDay(at time.Time) time.Time {
	d := clock.DayOf(at)
	return time.Date(d.Year(), d.Month(), d.Day(), 0, 0, 0, 0, clock.Bangkok)
}

func startOfWeek(at time.Time) time.Time {
	day := startOfDay(at)
	return day.AddDate(0, 0, -(int(day.Weekday())+6)%7)
}
