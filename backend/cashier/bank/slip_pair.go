package bank

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier"
	"krapao/backend/cashier/bank/internal/db"
	"krapao/backend/cashier/match"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/staff"
)

// pairSlip credits a slip beside somebody who is proved or agrees, or under another name.
const pairSlip = "SLIP_CREDIT"

// slipWish is what a proposal about a slip stores.
type slipWish struct {
	ID        uuid.UUID     `json:"id"`
	Amount    *money.Satang `json:"amount,omitempty"` // where no verifier told it
	Word      string        `json:"word,omitempty"`   // the whole account that the bank named
	Reference string        `json:"reference"`
	Currency  string        `json:"currency"`
	Told      *money.Satang `json:"told,omitempty"` // the verifier's amount
	Bank      string        `json:"bank"`           // the payer's number
	BankCode  string        `json:"bankCode"`
	Account   string        `json:"account"`
	Names     []string      `json:"names"`
	Beside    []string      `json:"beside"`
	Since     time.Time     `json:"since"`
}

func (s *Service) proposeSlip() staff.Act {
	return staff.Act{
		Name: "propose", Pair: true, Fields: []staff.Field{amountField, wordField, staff.Why},
		Do: func(ctx context.Context, tx pgx.Tx, d staff.Doing) (staff.Done, error) {
			id, err := cashier.ItemID(d.ID)
			if err != nil {
				return staff.Done{}, err
			}
			row, err := db.New(tx).SlipLock(ctx, id)
			if err != nil || row.State != stateReview {
				return staff.Done{}, noSlip(err)
			}
			wish, err := s.slipWish(ctx, row, d)
			if err != nil {
				return staff.Done{}, err
			}
			proposal, err := s.Staff.ProposeTx(ctx, tx, staff.Wish{Pair: pairSlip, MemberID: row.MemberID, What: wish, Why: d.Fields.Text("why"), By: d.By.ID})
			return staff.Done{Amount: wish.amount(), Currency: row.Currency, Proposal: proposal, Details: map[string]any{"amount": wish.amount(), "reference": wish.Reference}}, err
		},
	}
}

func (s *Service) slipWish(ctx context.Context, row db.Slip, d staff.Doing) (slipWish, error) {
	w := slipWish{
		ID: row.ID, Amount: d.Fields.Amount(amountField.Name), Word: wordOf(d), Reference: row.SendingBank + " " + row.TransRef,
		Currency: row.Currency, Told: row.Amount, Bank: row.SendingBank, Beside: row.Beside, Since: row.UploadedAt.UTC(),
	}
	if w.amount() == nil {
		return w, apperr.Field(apperr.InvalidUserInfo, amountField.Name)
	}
	if f := factsOf(row); f != nil {
		w.Bank, w.Account, w.Names = f.Sender.Bank, f.Sender.Account, []string{f.Sender.NameTH, f.Sender.NameEN}
	}
	var err error
	w.BankCode, err = s.Content.BankCode(ctx, w.Bank)
	return w, err
}

func (w slipWish) amount() *money.Satang {
	if w.Told != nil {
		return w.Told
	}
	return w.Amount
}

// slipPair is what two people say of a slip.
func (s *Service) slipPair() staff.Pair {
	return staff.Pair{
		Name: pairSlip, Roles: staff.Cashiers,
		Show: func(what json.RawMessage, m *staff.Member) (staff.Shown, error) {
			var w slipWish
			err := json.Unmarshal(what, &w)
			facts := staff.Known(staff.Known(nil, "sent", staff.Time, staff.At(w.Since)), "reference", staff.Copy, w.Reference)
			facts = besideFacts(staff.Known(facts, wordField.Name, staff.Copy, w.Word), w.Beside)
			return staff.Shown{
				Amount: w.amount(), Currency: w.Currency, Reference: w.Reference, Facts: facts,
				Verdicts: payerVerdicts(match.Payer{Bank: w.Bank, Account: w.Account, Names: w.Names}, w.BankCode, m, nil, false),
			}, err
		},
		CarryOut: func(ctx context.Context, tx pgx.Tx, p staff.Proposed) error {
			var w slipWish
			if err := json.Unmarshal(p.What, &w); err != nil {
				return err
			}
			_, err := s.DecideTx(ctx, tx, Verdict{Slip: w.ID, Credit: true, Amount: w.Amount, said: said{by: p.By.ID, two: true, word: w.Word}})
			return err
		},
	}
}

// noSlip is NO_DATA for a slip that does not wait, or the error of looking for it.
func noSlip(err error) error {
	if err == nil || errors.Is(err, pgx.ErrNoRows) {
		return apperr.New(apperr.NoData)
	}
	return err
}
