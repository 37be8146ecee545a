package giftlink

import (
	"context"
	"slices"

	"krapao/backend/cashier/giftlink/internal/db"
	"krapao/backend/ledger"
	"krapao/backend/platform/money"
	"krapao/backend/provider/truemoney"
	"krapao/backend/wallet/reconcile"
)

// redeemedVoucher is a voucher that one of our wallets redeemed.
type redeemedVoucher struct {
	truemoney.Redemption
	mobile string
}

// Reconcile compares the vouchers that our wallets redeemed, in the provider's record, with our gifts.
func (s *Service) Reconcile(ctx context.Context, run *reconcile.Run) []*reconcile.Report {
	report := run.NewReport(reconcile.Gifts, "gift links")
	mobiles, err := s.listWallets(ctx, run)
	if err != nil {
		report.CountUnknown(1, "our own wallets: %v", err)
	}
	lists := make([]reconcile.List[redeemedVoucher], len(mobiles))
	for i, mobile := range mobiles {
		lists[i] = func(ctx context.Context, cursor string) (page []redeemedVoucher, next string, err error) {
			all, next, err := s.Provider.List(ctx, mobile, run.ListStart(), cursor)
			for _, t := range all {
				page = append(page, redeemedVoucher{t, mobile})
			}
			return page, next, err
		}
	}
	reconcile.Compare(ctx, report, reconcile.Records[redeemedVoucher, db.Gift]{
		Lists: lists,
		PaymentOfEntry: func(t redeemedVoucher) reconcile.Payment {
			return reconcile.Payment{Reference: t.Hash, State: reconcile.Paid, Amount: t.Amount, Currency: string(ledger.BAHT), TheirID: t.mobile, At: t.At}
		},
		PaymentOfRow: paymentOfRow,
		FindRows:     s.q().ListGiftsByHash,
		ListRows: func(ctx context.Context, after db.Gift) ([]db.Gift, error) {
			return s.q().ListCreditedGifts(ctx, db.ListCreditedGiftsParams{Since: run.Since, Until: run.Began, After: after.Hash})
		},
		Resolve: func(_ context.Context, report *reconcile.Report, g db.Gift, t redeemedVoucher) (bool, error) {
			if g.State == stateReview {
				report.Differences++
				report.AddNote("%s: our wallet received %s, and the gift waits for a cashier (GIFT)", t.Hash, t.Amount)
			}
			return g.State == stateReview, nil
		},
	})
	if !report.IsComplete() {
		s.noteRedeemed(ctx, run, report)
	}
	return []*reconcile.Report{report}
}

// paymentOfRow converts a gift for the comparison. A failed gift counts as a missing row, since its voucher can
// become a gift again. Only a DONE gift has an amount.
func paymentOfRow(g db.Gift) reconcile.Payment {
	p := reconcile.Payment{Reference: g.Hash, Currency: g.Currency, TheirID: g.Mobile, At: g.CreatedAt, MemberID: &g.MemberID}
	switch g.State {
	case stateFailed:
	case stateDone:
		p.State, p.Amount = reconcile.Paid, g.Amount
	case stateReview:
		p.State = reconcile.Review
	default:
		p.State = reconcile.Pending
	}
	return p
}

// noteRedeemed adds the sum of the redeemed gifts to the notes, since operators have to compare it.
func (s *Service) noteRedeemed(ctx context.Context, run *reconcile.Run, report *reconcile.Report) {
	sum, err := s.q().SumCreditedGifts(ctx, &run.Since)
	if err != nil {
		report.CountUnknown(1, "our own gifts: %v", err)
		return
	}
	report.AddNote("our ledger has %d gifts of %s: compare with the wallet's app", sum.Gifts, money.Satang(sum.Amount))
}

// listWallets returns the numbers of our wallets: wallets that receive gifts now, and wallets that received
// a gift in the run's period.
func (s *Service) listWallets(ctx context.Context, run *reconcile.Run) ([]string, error) {
	mobiles, err := s.q().ListGiftMobiles(ctx, run.ListStart())
	if err != nil {
		return nil, err
	}
	open, err := s.Content.GiftWallets(ctx, s.Pool)
	for _, w := range open {
		mobiles = append(mobiles, w.Mobile)
	}
	slices.Sort(mobiles)
	return slices.Compact(mobiles), err
}
