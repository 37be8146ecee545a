package games_test

import (
	"net/http"
	"testing"
)

func TestVerify_MoneyInAGamesAccountWithoutACall_CountsTheGame(t *testing.T) {
	h, _, _, m := newWithTwoProviders(t)
	transferMoney(m, "WALLET", first, 100).Want(http.StatusOK)
	transferMoney(m, "WALLET", second, 200).Want(http.StatusOK)
	transferMoney(m, first, second, 30).Want(http.StatusOK)
	h.CheckInvariants()

	tx, err := h.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(t.Context()) }()
	_, err = tx.Exec(t.Context(), `insert into transfer (key, kind, debit_id, credit_id, amount, currency)
		select gen_random_uuid(), 'deposit', 1, house, 5, 'BAHT' from slot where code = $1`, first)
	if err != nil {
		t.Fatal(err)
	}

	found, err := h.Games.Verify(t.Context(), tx)

	if err != nil || found.Broken != 1 {
		t.Errorf("%d found, %v", found.Broken, err)
	}
}
