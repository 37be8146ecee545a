package bank_test

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/pg"
	"krapao/backend/platform/pgtest"
	"krapao/backend/server/servertest"
)

// MatchTransfer finds the payer before it locks the wallet. The compared data must be unchanged under the lock.
func TestMatch_AccountChangedConcurrently_IsMatchedAgain(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	h.Exec(`insert into bank_feed (bank, trans_ref, account, name, to_bank, to_account, amount, currency, at, received_at, id)
		values ('006', 'RACE', $1, $2, '004', '0483921567', 10000, 'BAHT', now(), now(), gen_random_uuid())`, m.AccountNo, m.AccountName)
	matched := make(chan error, 1)

	err := pg.InTx(t.Context(), h.Pool, func(tx pgx.Tx) error {
		// As the console does it: see SetPayoutAccountTx of package identity.
		if _, err := h.Ledger.LockTx(t.Context(), tx, m.ID()); err != nil {
			return err
		}
		_, err := tx.Exec(t.Context(), `update member set bank_account_no = '5550001112' where phone = $1`, m.Phone)
		go func() { matched <- h.Bank.MatchTransfer(t.Context(), "006", "RACE") }()
		h.WaitUntil("the match to wait for the wallet's lock", func() bool {
			return pgtest.HasWaiter(t, h.Pool)
		})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	early := <-matched
	again := h.Bank.MatchTransfer(t.Context(), "006", "RACE") // the queue retries the job after an error

	if early == nil || again != nil {
		t.Errorf("the match with the old account returned %v, then %v", early, again)
	}
	if n := h.Count(`select count(*) from bank_feed where trans_ref = 'RACE' and state = 'UNMATCHED'`); n != 1 || m.Balance() != "0.00" {
		t.Errorf("%d wait for a cashier, balance %s", n, m.Balance())
	}
	h.CheckInvariants()
}
