package withdrawal

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/withdrawal/internal/db"
	"krapao/backend/ledger"
	"krapao/backend/provider/payout"
	"krapao/backend/statement"
	"krapao/backend/wallet/reconcile"
)

// silence is how many questions in a row a company may leave without an answer
// before it is asked no more.
const silence = 10

// Reconcile walks the company's list and our withdrawals: each entry is compared
// with the withdrawal of that name, and of ours that no list told of the company
// is asked.
func (s *Service) Reconcile(ctx context.Context, run *reconcile.Run) []*reconcile.Book {
	book := run.Book(reconcile.Payouts, "payouts")
	book.Heard(run.Pages(ctx, func(cursor string) (string, error) {
		page, next, err := s.Company.List(ctx, run.From(), cursor)
		if err != nil {
			return "", err
		}
		return next, s.comparePage(ctx, run, book, page)
	}))
	if err := s.askUnseen(ctx, run, book); err != nil {
		book.Lost(1, "our own withdrawals: %v", err)
	}
	book.Close(ctx)
	return []*reconcile.Book{book}
}

// idOf is the withdrawal that a payout's name is of. One that is no name of ours,
// made by hand with the company, has an id made of it.
func idOf(reference string) uuid.UUID {
	if id, err := uuid.Parse(reference); err == nil && id.String() == reference {
		return id
	}
	return uuid.NewSHA1(keySpace, []byte(reference))
}

func (s *Service) comparePage(ctx context.Context, run *reconcile.Run, book *reconcile.Book, page []payout.Made) error {
	ids, names := make([]uuid.UUID, 0, len(page)), make([]string, 0, len(page))
	for _, p := range page {
		ids, names = append(ids, idOf(p.Reference)), append(names, idOf(p.Reference).String())
	}
	// The company's word came first: what our rows say now is not older.
	rows, err := s.q().WithdrawalsNamed(ctx, ids)
	if err == nil {
		err = run.See(ctx, names)
	}
	if err != nil {
		return err
	}
	ours := make(map[uuid.UUID]db.WithdrawalsNamedRow, len(rows))
	for _, r := range rows {
		ours[r.ID] = r
	}
	for i, p := range page {
		row, known := ours[ids[i]]
		if p.Outcome == payout.Unknown {
			book.Lost(1, "%s: the company's list says nothing that we can read", p.Reference)
			continue
		}
		if known || p.Outcome != payout.Failed { // what was never paid and we don't know is nobody's
			s.compare(ctx, book, row, p)
		}
	}
	return nil
}

// saidOf is the company's word as items have it.
var saidOf = map[payout.Outcome]string{
	payout.Paid: reconcile.Paid, payout.Pending: reconcile.Pending, payout.Failed: reconcile.Failed, payout.NotFound: reconcile.Nothing,
}

// compare holds one payout against our withdrawal, whose state is "" where we
// have none.
func (s *Service) compare(ctx context.Context, book *reconcile.Book, row db.WithdrawalsNamedRow, p payout.Made) {
	book.Items++
	item := reconcile.Item{
		Reference: p.Reference, Said: saidOf[p.Outcome], Amount: p.Amount, Currency: currencyOf(p.Currency), Bank: p.Bank, Account: p.AccountNo, Name: p.Name, At: p.At,
	}
	if row.State != "" {
		item.Ours, item.MemberID = row.Amount, &row.MemberID
	}
	if p.Outcome == payout.Paid {
		book.Theirs += p.Amount
	}
	if row.State == statePaid {
		book.Ours += row.Amount
	}
	moves := p.Outcome == payout.Paid || p.Outcome == payout.Pending
	switch {
	case row.State == "":
		item.Reason = reconcile.Lost
	case moves && (p.Amount != row.Amount || currencyOf(p.Currency) != row.Currency):
		item.Reason = reconcile.Amount
	case row.State == stateFailed && moves:
		item.Reason = reconcile.FailedHere
	case row.State == statePaid && (p.Outcome == payout.Failed || p.Outcome == payout.NotFound):
		item.Reason = reconcile.NotThere
	case row.State != statePaid && row.State != stateFailed && p.Outcome != payout.NotFound:
		s.takeUp(ctx, book, row, p)
		return
	default:
		return // they agree, or the withdrawal's own job brings it to its end
	}
	book.Item(ctx, item)
}

// takeUp goes on with a withdrawal of which the company has a payout: one that
// our book had not sent yet was sent by what it has lost.
func (s *Service) takeUp(ctx context.Context, book *reconcile.Book, row db.WithdrawalsNamedRow, p payout.Made) {
	if row.State == stateSending && p.Outcome != payout.Paid {
		return // its job asks for it
	}
	err := s.locked(ctx, row.ID, func(tx pgx.Tx, now db.Withdrawal) error {
		if now.State == stateApproval || now.State == stateQueued {
			if err := s.wasSentTx(ctx, tx, &now); err != nil {
				return err
			}
		}
		if now.State != stateSending || p.Outcome != payout.Paid {
			return nil
		}
		return s.settleTx(ctx, tx, now, ending{})
	})
	switch {
	case err != nil:
		book.Lost(1, "%s: %v", p.Reference, err)
	case p.Outcome == payout.Paid:
		book.Mended, book.Ours = book.Mended+1, book.Ours+row.Amount
		book.Note("%s: was %s here, and the company has paid it: paid here, too", p.Reference, row.State)
	default:
		book.Mended++
		book.Note("%s: was %s here, and the company has it: sent here, too", p.Reference, row.State)
	}
}

// wasSentTx notes that a payout exists at the company, and has a job follow it.
func (s *Service) wasSentTx(ctx context.Context, tx pgx.Tx, row *db.Withdrawal) error {
	now := s.Clock()
	if err := db.New(tx).WithdrawalSend(ctx, db.WithdrawalSendParams{ID: row.ID, Now: now}); err != nil {
		return err
	}
	row.State, row.Sends, row.SentAt = stateSending, row.Sends+1, &now
	if err := s.Queue.InsertTx(ctx, tx, payOut{ID: row.ID}, nil); err != nil {
		return err
	}
	_, err := s.Statement.ChangeTx(ctx, tx, row.MemberID, row.ID, statement.Change{Status: statement.Pending, Event: statement.Sent, TransferID: &row.HoldID})
	return err
}

// askUnseen asks the company about each withdrawal that was sent within the
// walk's time and that its list did not tell of.
func (s *Service) askUnseen(ctx context.Context, run *reconcile.Run, book *reconcile.Book) error {
	after, silent := db.WithdrawalsUnseenParams{Since: run.Since, Until: run.Began, Run: run.ID, AfterAt: run.Since.Add(-time.Second)}, 0
	for {
		rows, err := s.q().WithdrawalsUnseen(ctx, after)
		if err != nil || len(rows) == 0 {
			return err
		}
		for _, r := range rows {
			after.AfterAt, after.AfterID = r.SentAt, r.ID
			if silent >= silence {
				book.Lost(1, "%s of %s: not asked any more", r.ID, r.Amount)
				continue
			}
			said, err := s.Company.Query(ctx, r.ID.String())
			if err != nil {
				return err
			}
			if said.Outcome == payout.Unknown {
				silent++
				book.Lost(1, "%s of %s: %s here, and no proper answer", r.ID, r.Amount, r.State)
				continue
			}
			silent = 0
			s.compare(ctx, book, db.WithdrawalsNamedRow{ID: r.ID, State: r.State, Amount: r.Amount, Currency: r.Currency, MemberID: r.MemberID}, payout.Made{
				Order: payout.Order{Reference: r.ID.String(), Amount: r.Amount, Currency: isoOf(ledger.Currency(r.Currency))}, Outcome: said.Outcome, Code: said.Code, At: r.SentAt,
			})
		}
	}
}

// currencyOf is the house's name of a currency.
func currencyOf(iso string) string {
	if iso == "THB" {
		return string(ledger.BAHT)
	}
	return iso
}
