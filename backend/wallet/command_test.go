package wallet_test

import (
	"context"
	"errors"
	"net/http"
	"testing"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
	"krapao/backend/server/servertest"
	"krapao/backend/statement"
	"krapao/backend/wallet"
)

// someLine returns a valid statement line.
func someLine() *statement.Line {
	return &statement.Line{Type: statement.Transfer, Status: statement.Pending, FromPlace: statement.PlaceOf(statement.Wallet), ToPlace: statement.PlaceOf(statement.Adjustment), Amount: 1}
}

var errStale = errors.New("the rows behind the preparation have changed")

// prepareStale returns a prepare function. Each of its first `times` commands is stale. *prepared counts the
// calls.
func prepareStale(member int64, times int, prepared *int) func(context.Context, error) (wallet.Command, error) {
	return func(_ context.Context, stale error) (wallet.Command, error) {
		if (*prepared > 0) != errors.Is(stale, errStale) {
			return wallet.Command{}, errors.New("prepare got the wrong stale error")
		}
		*prepared++
		guard := pg.Guard{Query: "select 'STALE' where $1::bool", Args: []any{*prepared <= times}, Stale: errStale}
		return wallet.Command{
			Member: member, Line: someLine(), Guards: []pg.Guard{guard},
		}, nil
	}
}

func TestRunCommand_StalePreparation_IsPreparedAgain(t *testing.T) {
	h := servertest.New(t)
	h.AddMember()
	prepared := 0

	answer, err := wallet.RunCommand(t.Context(), h.Wallet, prepareStale(h.Count("select max(id) from member"), 2, &prepared))

	if err != nil || answer.Status != http.StatusAccepted || prepared != 3 {
		t.Fatalf("%+v after %d preparations, %v", answer, prepared, err)
	}
}

func TestRunCommand_StaleAfterEachPreparation_Returns503WithoutThePrivateError(t *testing.T) {
	h := servertest.New(t)
	h.AddMember()
	prepared := 0

	_, err := wallet.RunCommand(t.Context(), h.Wallet, prepareStale(h.Count("select max(id) from member"), 100, &prepared))

	public, is := errors.AsType[*apperr.Error](err)
	if !is || public.Status != http.StatusServiceUnavailable || public.Code != apperr.Internal || prepared != 5 {
		t.Fatalf("%v after %d preparations", err, prepared)
	}
}
