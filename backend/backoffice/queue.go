package backoffice

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"krapao/backend/cashier/bank"
	"krapao/backend/identity"
	"krapao/backend/platform/money"
	"krapao/backend/wallet/reconcile"
)

// Kinds of what waits for a cashier.
const (
	waitSlip       = "SLIP"       // a slip in review
	waitUnmatched  = "UNMATCHED"  // a bank transfer whose payer nobody could tell
	waitWithdrawal = "WITHDRAWAL" // one that a cashier looks at before it is sent
	waitPayout     = "PAYOUT"     // a payout whose outcome is not known
	waitGift       = "GIFT"       // a gift link whose outcome is not known
	waitQR         = "QR"         // a QR payment that its gateway holds back or took back
	waitReturn     = "RETURN"     // money to give back
	waitDifference = "DIFFERENCE" // what our book and a company's have differently
)

// WaitKinds are all of them.
var WaitKinds = []string{waitSlip, waitUnmatched, waitWithdrawal, waitPayout, waitGift, waitQR, waitReturn, waitDifference}

// QueueItem is one thing that waits for a cashier.
type QueueItem struct {
	Kind       string           `json:"kind" enum:"SLIP,UNMATCHED,WITHDRAWAL,PAYOUT,GIFT,QR,RETURN,DIFFERENCE"`
	ID         uuid.UUID        `json:"id" doc:"Names it to the calls that settle it."`
	Since      time.Time        `json:"since"`
	Amount     *money.Satang    `json:"amount" nullable:"true" doc:"null where nobody told it yet."`
	Currency   string           `json:"currency"`
	Reason     string           `json:"reason" doc:"Why it waits."`
	Also       []string         `json:"also,omitempty" doc:"More reasons, of a withdrawal."`
	Reference  string           `json:"reference" doc:"The outside's own name for it."`
	Note       string           `json:"note,omitempty" doc:"What else is known: the company's word, the payer."`
	Member     *MemberView      `json:"member,omitempty"`
	Slip       *bank.ReviewSlip `json:"slip,omitempty"`
	Transfer   *bank.Unmatched  `json:"transfer,omitempty"`
	Difference *reconcile.Item  `json:"difference,omitempty"`
	PayTo      *PayTo           `json:"payTo,omitempty" doc:"Of a withdrawal or payout."`
}

// MemberView is a member as a cashier sees them.
type MemberView struct {
	ID          string `json:"_id"`
	Active      bool   `json:"active"`
	BankCode    string `json:"bankCode"`
	AccountName string `json:"accountName"`
	AccountNo   string `json:"accountNo"`
	Currency    string `json:"currency" enum:"BAHT,LAK"`
}

// PayTo is where money goes.
type PayTo struct {
	BankCode    string `json:"bankCode"`
	AccountNo   string `json:"accountNo"`
	AccountName string `json:"accountName"`
}

func viewOf(m identity.Member) MemberView {
	return MemberView{ID: m.PublicID, Active: m.Active, BankCode: m.BankCode, AccountName: m.AccountName, AccountNo: m.AccountNo, Currency: string(m.Currency)}
}

// Queue lists all that waits for a cashier, longest wait first.
func (s *Service) Queue(ctx context.Context) ([]QueueItem, error) {
	out := []QueueItem{}
	for _, list := range []func(context.Context) ([]QueueItem, error){s.slipsWaiting, s.unmatchedWaiting, s.withdrawalsWaiting, s.giftsWaiting, s.qrWaiting, s.returnsWaiting, s.differencesWaiting} {
		items, err := list(ctx)
		if err != nil {
			return nil, err
		}
		out = append(out, items...)
	}
	slices.SortStableFunc(out, func(a, b QueueItem) int { return a.Since.Compare(b.Since) })
	return out, nil
}

func (s *Service) slipsWaiting(ctx context.Context) ([]QueueItem, error) {
	slips, err := s.Bank.InReview(ctx)
	out := make([]QueueItem, 0, len(slips))
	for _, r := range slips {
		view := viewOf(r.Member)
		out = append(out, QueueItem{
			Kind: waitSlip, ID: r.ClientID, Since: r.CreatedAt, Amount: r.Amount, Currency: r.Currency, Reason: r.Reason,
			Reference: r.SendingBank + " " + r.TransRef, Slip: &r, Member: &view,
		})
	}
	return out, err
}

func (s *Service) unmatchedWaiting(ctx context.Context) ([]QueueItem, error) {
	transfers, err := s.Bank.UnmatchedTransfers(ctx)
	out := make([]QueueItem, 0, len(transfers))
	for _, t := range transfers {
		out = append(out, QueueItem{
			Kind: waitUnmatched, ID: t.ID, Since: t.Since, Amount: &t.Amount, Currency: t.Currency, Reason: t.Reason,
			Reference: t.Bank + " " + t.Reference, Transfer: &t,
		})
	}
	return out, err
}

func (s *Service) withdrawalsWaiting(ctx context.Context) ([]QueueItem, error) {
	orders, err := s.Withdrawal.Waiting(ctx)
	out := make([]QueueItem, 0, len(orders))
	for _, o := range orders {
		view := viewOf(o.Member)
		out = append(out, QueueItem{
			Kind: o.Kind, ID: o.ID, Since: o.Since, Amount: &o.Amount, Currency: o.Currency, Reason: o.Reasons[0], Also: o.Reasons[1:], Reference: o.ID.String(), Note: o.Note,
			Member: &view, PayTo: &PayTo{BankCode: o.BankCode, AccountNo: o.AccountNo, AccountName: o.AccountName},
		})
	}
	return out, err
}

func (s *Service) giftsWaiting(ctx context.Context) ([]QueueItem, error) {
	gifts, err := s.Gifts.InDoubt(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]QueueItem, 0, len(gifts))
	for _, g := range gifts {
		m, err := s.Identity.Member(ctx, s.Pool, g.MemberID)
		if err != nil {
			return nil, err
		}
		view := viewOf(m)
		out = append(out, QueueItem{
			Kind: waitGift, ID: g.ID, Since: g.Since, Amount: &g.Amount, Currency: g.Currency, Reason: g.Reason, Reference: g.Hash, Note: g.Code, Member: &view,
		})
	}
	return out, nil
}

func (s *Service) qrWaiting(ctx context.Context) ([]QueueItem, error) {
	orders, err := s.QR.InDoubt(ctx)
	out := make([]QueueItem, 0, len(orders))
	for _, d := range orders {
		view := viewOf(d.Member)
		out = append(out, QueueItem{
			Kind: waitQR, ID: d.ID, Since: d.Since, Amount: d.Amount, Currency: d.Currency, Reason: d.Reason,
			Reference: d.Provider + " " + d.Reference, Note: d.ProviderID, Member: &view,
		})
	}
	return out, err
}

func (s *Service) returnsWaiting(ctx context.Context) ([]QueueItem, error) {
	returns, err := s.Cashier.Returns(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]QueueItem, 0, len(returns))
	for _, r := range returns {
		item := QueueItem{
			Kind: waitReturn, ID: r.ID, Since: r.Since, Amount: &r.Amount, Currency: r.Currency, Reason: string(r.Reason), Reference: r.Reference, Note: r.Sender,
		}
		if item.Member, err = s.knownMember(ctx, r.Member); err != nil {
			return nil, err
		}
		out = append(out, item)
	}
	return out, nil
}

// knownMember is whom an item is of, nil where nobody knows.
func (s *Service) knownMember(ctx context.Context, id *int64) (*MemberView, error) {
	if id == nil {
		return nil, nil
	}
	m, err := s.Identity.Member(ctx, s.Pool, *id)
	if err != nil {
		return nil, err
	}
	view := viewOf(m)
	return &view, nil
}
