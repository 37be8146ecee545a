package server

import (
	"context"
	"time"

	"krapao/backend/cashier"
	"krapao/backend/cashier/giftlink"
	"krapao/backend/cashier/reconcile"
	"krapao/backend/cashier/slipread"
	"krapao/backend/cashier/withdrawal"
	"krapao/backend/identity"
	"krapao/backend/ledger"
	"krapao/backend/platform/intake"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/provider/bankfeed"
	"krapao/backend/provider/payout"
	"krapao/backend/provider/slip"
	"krapao/backend/provider/truemoney"
)

// newCash makes the cashier, and the ways of money in and out that stand on it.
func (s *Server) newCash(keyed web.Keyed, limits limit.Counter, secret []byte) error {
	now := limits.Clock
	pictures, err := openFiles(s.cfg, "slips")
	if err != nil {
		return err
	}
	verifier, err := slip.New(slip.Config{Provider: s.cfg.SlipProvider, BaseURL: s.cfg.SlipURL, Key: s.cfg.SlipKey, Branch: s.cfg.SlipBranch})
	if err != nil {
		return err
	}
	s.Cashier = &cashier.Service{
		Pool: s.Pool, Clock: now, Log: s.log, Keyed: keyed, Book: s.Book, Statement: s.Statement, Content: s.Content,
		Pictures: intake.Desk{Store: pictures, Limits: limits}, Reader: slipread.NewReader(s.decoders()),
		Verifier: verifier, Queue: s.Queue, Limits: limits, Push: s.Push, Signer: s.signer(secret, now), Staff: s.Operators, FeedKey: s.cfg.FeedKey,
		Differences: &reconcile.Service{Pool: s.Pool, Clock: now, Log: s.log}, Listed: bankfeed.New(bankfeed.Config{BaseURL: s.cfg.FeedURL, Key: s.cfg.FeedKey}),
		MemberOf: s.payer, MemberNamed: s.payerNamed, HoldersOf: s.holders,
	}
	s.Withdrawal = &withdrawal.Service{
		Pool: s.Pool, Clock: now, Log: s.log, Keyed: keyed, Book: s.Book, Statement: s.Statement, Content: s.Content, Queue: s.Queue,
		Push: s.Push, Cashier: s.Cashier, Company: payout.New(payout.Config{BaseURL: s.cfg.PayoutURL, Key: s.cfg.PayoutKey}), Patience: 10 * time.Second,
		PayeeOf: s.payee,
	}
	s.Gifts = &giftlink.Service{
		Pool: s.Pool, Clock: now, Log: s.log, Keyed: keyed, Queue: s.Queue, Limits: limits, Content: s.Content, Statement: s.Statement,
		Cashier: s.Cashier, Company: truemoney.New(truemoney.Config{BaseURL: s.cfg.TrueMoneyURL, Key: s.cfg.TrueMoneyKey}), Secret: s.cfg.GiftSecret, Patience: 10 * time.Second,
	}
	s.QR, err = s.newQR(keyed, limits)
	return err
}

// payee tells where the caller's money goes to, by what is at hand.
func (s *Server) payee(ctx context.Context) (withdrawal.Payee, error) {
	known, _ := web.From(ctx).Caller.Payee.(identity.Payee)
	number, err := s.Content.BankNumber(ctx, known.BankCode)
	return withdrawal.Payee{
		Currency: ledger.Currency(known.Currency), BankCode: known.BankCode, BankNumber: number, AccountNo: known.AccountNo, AccountName: known.AccountName,
	}, err
}

// holders tells the cashier who might have paid.
func (s *Server) holders(ctx context.Context, q pg.DB, bank, pattern, part string, most int) ([]cashier.Holder, error) {
	found, err := s.Identity.HoldersOf(ctx, q, bank, pattern, part, most)
	out := make([]cashier.Holder, 0, len(found))
	for _, h := range found {
		out = append(out, cashier.Holder{ID: h.ID, Account: h.No, Name: h.Name})
	}
	return out, err
}

// payerNamed is payer by the member's _id.
func (s *Server) payerNamed(ctx context.Context, q pg.DB, publicID string) (cashier.Member, error) {
	id, err := s.Identity.MemberNamed(ctx, q, publicID)
	if err != nil {
		return cashier.Member{}, err
	}
	return s.payer(ctx, q, id)
}

// payer tells the cashier whose account a deposit must come from.
func (s *Server) payer(ctx context.Context, q pg.DB, member int64) (cashier.Member, error) {
	account, err := s.Identity.Payout(ctx, q, member)
	return cashier.Member{
		ID: member, PublicID: account.PublicID, Active: account.Active, Currency: ledger.Currency(account.Currency),
		BankCode: account.BankCode, BankNumber: account.BankNumber, AccountNo: account.No, AccountName: account.Name,
	}, err
}
