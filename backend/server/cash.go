package server

import (
	"time"

	"krapao/backend/cashier"
	"krapao/backend/cashier/bank"
	"krapao/backend/cashier/giftlink"
	"krapao/backend/cashier/slipread"
	"krapao/backend/cashier/withdrawal"
	"krapao/backend/platform/intake"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/web"
	"krapao/backend/provider/bankfeed"
	"krapao/backend/provider/payout"
	"krapao/backend/provider/slip"
	"krapao/backend/provider/truemoney"
	"krapao/backend/wallet/reconcile"
)

// addPaymentModules creates the cashier, and the payment methods that use it.
func (s *Server) addPaymentModules(keyed web.Keyed, limits limit.Counter, secret []byte) error {
	clock := limits.Clock
	pictures, err := s.openFiles("slips", clock)
	if err != nil {
		return err
	}
	verifier, err := slip.New(slip.Config{Provider: s.cfg.SlipProvider, BaseURL: s.cfg.SlipURL, Key: s.cfg.SlipKey, Secret: s.cfg.SlipSecret, Branch: s.cfg.SlipBranch})
	if err != nil {
		return err
	}
	s.Differences = &reconcile.Service{Pool: s.Pool, Clock: clock, Log: s.log}
	s.Cashier = &cashier.Service{
		Pool: s.Pool, Clock: clock, Ledger: s.Ledger, Identity: s.Identity, Care: s.Care, Wallet: s.Wallet, Statement: s.Statement, Push: s.Push, Staff: s.Operators,
		Content: s.Content, Turnover: s.Turnover,
	}
	s.Bank = &bank.Service{
		Pool: s.Pool, Clock: clock, Log: s.log, Keyed: keyed, Wallet: s.Wallet, Cashier: s.Cashier, Identity: s.Identity, Statement: s.Statement, Content: s.Content,
		Pictures: intake.Receiver{Store: pictures, Limits: limits}, Reader: slipread.NewReader(s.maxDecoders()),
		Verifier: verifier, Queue: s.Queue, Limits: limits, Push: s.Push, Signer: s.signer(secret, clock), Staff: s.Operators, FeedKey: s.cfg.FeedKey,
		BankLists: bankfeed.New(bankfeed.Config{BaseURL: s.cfg.FeedURL, Key: s.cfg.FeedKey}),
	}
	s.Withdrawal = &withdrawal.Service{
		Pool: s.Pool, Clock: clock, Log: s.log, Keyed: keyed, Ledger: s.Ledger, Statement: s.Statement, Content: s.Content, Queue: s.Queue,
		Push: s.Push, Cashier: s.Cashier, Care: s.Care, Wallet: s.Wallet, Identity: s.Identity, Games: s.Games, Provider: payout.New(payout.Config{BaseURL: s.cfg.PayoutURL, Key: s.cfg.PayoutKey}), Patience: 10 * time.Second,
		Bonus: s.Bonus, Turnover: s.Turnover,
	}
	s.Gifts = &giftlink.Service{
		Pool: s.Pool, Clock: clock, Log: s.log, Keyed: keyed, Queue: s.Queue, Limits: limits, Content: s.Content, Statement: s.Statement,
		Cashier: s.Cashier, Identity: s.Identity, Wallet: s.Wallet, Provider: truemoney.New(truemoney.Config{BaseURL: s.cfg.TrueMoneyURL, Key: s.cfg.TrueMoneyKey}), Secret: s.cfg.GiftSecret, Patience: 10 * time.Second,
	}
	if s.QR, err = s.newQR(keyed, limits); err != nil {
		return err
	}
	s.addModules(s.Care, s.Wallet, s.Cashier, s.Bank, s.QR, s.Withdrawal, s.Gifts)
	return nil
}
