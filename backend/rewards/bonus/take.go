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
var errTermsChanged = errors.New("bonus: the terms are other ones than were read")

// order is a bonus or promotion that a member is taking.
type order struct {
	s       *Service
	member  identity.Member
	kind    Kind
	code    string
	name    string
	edition int64
	refuse  apperr.Code // the code if there is no such offer

	amount      money.Satang
	deposit     *db.DepositsRow // nil for a promotion, or if none fits
	turnover    float64
	percentFail int32
	bonusEnd    money.Satang

	key  uuid.UUID
	line statement.Line
}

// Activate gives the caller a bonus for one of their deposits. Errors: NO_DATA (404) for an unknown code,
// BONUS_ALREADY_ACTIVE, BONUS_MAX_CLAIMED, BONUS_FULL, BONUS_CONDITION, INACTIVE_USER and SELF_EXCLUDED.
func (s *Service) Activate(ctx context.Context, code string) (*web.Answer[TakenBonus], error) {
	return s.take(ctx, func(ctx context.Context) (*order, error) { return s.bonusOrder(ctx, strings.ToUpper(code)) })
}

// ActivatePromotion gives the caller a promotion. Errors: NO_PROMOTION (404), PROMOTION_RECEIVED and those of
// Activate.
func (s *Service) ActivatePromotion(ctx context.Context, code string) (*web.Answer[TakenBonus], error) {
	if err := s.countCode(ctx); err != nil {
		return nil, err
	}
	return s.take(ctx, func(ctx context.Context) (*order, error) { return s.promotionOrder(ctx, promotionCode(code)) })
}

// promotionCode returns a typed code in its stored form. A text that cannot be a code is returned unchanged.
func promotionCode(text string) string {
	if code, ok := typed.Promotion(text); ok {
		return code
	}
	return text
}

func (s *Service) take(ctx context.Context, read func(context.Context) (*order, error)) (*web.Answer[TakenBonus], error) {
	if err := s.Wallet.RefuseWhilePaused(ctx); err != nil {
		return nil, err
	}
	first, err := wallet.RunCommand(ctx, s.Wallet, func(ctx context.Context, _ error) (wallet.Command, error) {
		o, err := read(ctx)
		if err != nil {
			return wallet.Command{}, err
		}
		return o.command(), nil
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
	return s.taken(ctx, first)
}

// bonusOrder reads a bonus, and the deposit for which it is the largest.
func (s *Service) bonusOrder(ctx context.Context, code string) (*order, error) {
	o := &order{s: s, member: identity.Caller(ctx), kind: Bonus, code: code, key: web.LedgerKey(ctx, "bonus")}
	t, edition, found, err := offerNamed(ctx, s.Pool, Bonus, code)
	if err != nil {
		return nil, err
	}
	if !found || !t.Listed || t.Currency != string(o.member.Currency) {
		o.refuse = apperr.NoData
		return o, nil
	}
	o.edition, o.name, o.turnover, o.percentFail = edition, t.Name.In(web.From(ctx).Locale), t.Turnover, t.PercentFail
	deposits, err := s.q().Deposits(ctx, db.DepositsParams{MemberID: o.member.ID, Since: s.Clock().Add(-fresh)})
	if err != nil {
		return nil, err
	}
	if len(deposits) > 0 { // the largest first
		if o.amount = t.worth(deposits[0].Amount); o.amount > 0 {
			o.deposit = &deposits[0]
		}
	}
	return o, o.settings(ctx)
}

func (s *Service) promotionOrder(ctx context.Context, code string) (*order, error) {
	o := &order{s: s, member: identity.Caller(ctx), kind: Promotion, code: code, key: web.LedgerKey(ctx, "promotion")}
	t, edition, found, err := offerNamed(ctx, s.Pool, Promotion, code)
	if err != nil {
		return nil, err
	}
	if !found || !t.open(s.Clock(), o.member) {
		o.refuse = apperr.NoPromotion
		return o, nil
	}
	o.edition, o.name, o.turnover, o.percentFail, o.amount = edition, t.Name.In(web.From(ctx).Locale), t.Turnover, t.PercentFail, t.Amount
	return o, o.settings(ctx)
}

func (o *order) settings(ctx context.Context) error {
	settings, err := o.s.Content.Recent(ctx)
	o.bonusEnd = settings.In(string(o.member.Currency)).BonusEnd
	return err
}

func (o *order) command() wallet.Command {
	o.line = statement.Line{
		Type: statement.Bonus, Status: statement.Success, FromPlace: statement.RewardPlace(string(o.kind)), ToPlace: statement.PlaceOf(statement.Wallet),
		Amount: o.amount, Links: o.kind.links(o.name),
	}
	c := wallet.Command{
		Member: o.member.ID, Fields: map[string]string{"code": o.code}, Guards: o.guards(), Line: &o.line,
		QueueLocksBefore: func(b *pgx.Batch) { person.LockBatch(b, o.member.ID) },
	}
	if o.refuse == "" && (o.kind == Promotion || o.deposit != nil) { // otherwise a guard refuses it
		c.Move = &wallet.Move{Key: o.key, Kind: ledger.Reward, OtherAccount: o.kind.house().In(o.member.Currency), Credit: true, Amount: o.amount}
		c.QueueRows = o.queueRows
	}
	return c
}

// guards returns the guards that may forbid taking the offer. GuardFull locks the offer's row, so it comes
// nearly last.
func (o *order) guards() []pg.Guard {
	now, received := o.s.Clock(), apperr.BonusMaxClaimed
	if o.kind == Promotion {
		received = apperr.PromotionReceived
	}
	all := []pg.Guard{
		o.s.Identity.MayMove(o.member.ID), o.s.Care.MayPlay(o.member.ID), pg.Say(string(o.refuse)),
		{Query: db.GuardNone, Args: []any{string(apperr.BonusActive), o.member.ID}},
		{Query: db.GuardMax, Args: []any{string(received), string(o.kind), o.code, o.member.ID, dayOf(now), weekOf(now)}},
		{Query: db.GuardFull, Args: []any{string(apperr.BonusFull), string(o.kind), o.code}},
		{Query: db.GuardSame, Args: []any{string(o.kind), o.code, o.edition}, Stale: errTermsChanged},
	}
	if o.kind == Promotion {
		return all
	}
	if o.deposit == nil {
		return append(all, pg.Say(string(apperr.BonusCondition)))
	}
	return append(all, pg.Guard{Query: db.GuardDeposit, Args: []any{string(apperr.BonusCondition), o.member.ID, o.deposit.DepositID, now.Add(-fresh)}})
}

// queueRows queues the statements that insert the member's bonus and count it for the offer.
func (o *order) queueRows(b *pgx.Batch) error {
	var deposit money.Satang
	var depositID *int64
	fifthOf := o.amount
	if o.deposit != nil {
		deposit, depositID, fifthOf = o.deposit.Amount, &o.deposit.DepositID, o.deposit.Amount
	}
	into := db.New(pg.Into(b))
	err := into.TakenInsert(context.Background(), db.TakenInsertParams{
		ID: o.line.ID, Kind: string(o.kind), Code: o.code, Name: o.name, Amount: int64(o.amount), DepositID: depositID, Deposit: int64(deposit),
		Needed: int64(turnover.Times(o.turnover, deposit+o.amount)), PercentFail: o.percentFail, BonusEnd: int64(o.bonusEnd), FailMost: int64(fifthOf) / 5,
		Key: o.key, Now: o.line.CreatedAt, MemberID: o.member.ID,
	})
	if err != nil {
		return err
	}
	return into.OfferTook(context.Background(), db.OfferTookParams{Kind: string(o.kind), Code: o.code})
}

// TakenBonus is the response of an activation: the user bonus, the statement line and the wallet.
type TakenBonus struct {
	UserBonus
	Kind   Kind         `json:"type" enum:"bonus,promotion"`
	Code   string       `json:"code"`
	Name   string       `json:"name"`
	Amount money.Satang `json:"amount"`
	Needed money.Satang `json:"needed" doc:"To play before it ends."`
	// PercentFail and FailAt describe the other way in which the bonus ends: the total falls to FailAt.
	PercentFail int32        `json:"percentFail"`
	FailAt      money.Satang `json:"failAt"`
	wallet.Answer
}

// taken returns the response of an activation, which is the same for every repeat.
func (s *Service) taken(ctx context.Context, done *web.Answer[wallet.Answer]) (*web.Answer[TakenBonus], error) {
	body, err := done.Body.Value()
	if err != nil {
		return nil, err
	}
	row, err := s.q().TakenByID(ctx, body.Statement.ID)
	if err != nil {
		return nil, err
	}
	return web.Fresh(http.StatusOK, TakenBonus{
		UserBonus: UserBonus{ID: row.ID, IsActive: true, Received: []Receipt{{row.CreatedAt.UTC()}}},
		Kind:      Kind(row.Kind), Code: row.Code, Name: row.Name, Amount: row.Amount, Needed: money.Satang(row.Needed),
		PercentFail: row.PercentFail, FailAt: money.Satang(row.FailAt), Answer: body,
	})
}

// dayOf returns the beginning of a time's Bangkok day. weekOf returns the Monday of its Bangkok week.
func dayOf(at time.Time) time.Time {
	d := clock.DayOf(at)
	return time.Date(d.Year(), d.Month(), d.Day(), 0, 0, 0, 0, clock.Bangkok)
}

func weekOf(at time.Time) time.Time {
	day := dayOf(at)
	return day.AddDate(0, 0, -(int(day.Weekday())+6)%7)
}
