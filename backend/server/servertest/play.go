package servertest

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier"
	"krapao/backend/games"
	"krapao/backend/ledger"
	"krapao/backend/platform/money"
	"krapao/backend/statement"
)

// CreditGift credits the member as a gift link does. A gift link does not prove a bank account.
func (c *Client) CreditGift(amount money.Satang) {
	c.t.Helper()
	member := c.ID() // read before the transaction, because it needs its own connection
	c.h.InTx(func(ctx context.Context, tx pgx.Tx) error {
		m, err := c.h.Identity.Member(ctx, tx, member)
		if err != nil {
			return err
		}
		key := uuid.New()
		_, err = c.h.Cashier.ReceiveTx(ctx, tx, &cashier.Incoming{
			Member: m, Key: key, HouseAccount: ledger.TrueMoney, Amount: amount, From: statement.PlaceOf(statement.Gift), Method: cashier.MethodGift, Reference: key.String(),
		})
		return err
	})
}

// DebitWallet debits baht from the member's wallet, like a correction by two operators.
func (c *Client) DebitWallet(baht int64) {
	c.t.Helper()
	member := c.ID()
	c.h.InTx(func(ctx context.Context, tx pgx.Tx) error {
		m, err := c.h.Identity.Member(ctx, tx, member)
		if err != nil {
			return err
		}
		_, err = c.h.Cashier.AdjustTx(ctx, tx, m, cashier.Adjustment{Key: uuid.New(), FromMember: true, Amount: money.Baht(baht)})
		return err
	})
}

// ActivateGame creates the member's account in a game if there is none, and returns the account's username.
func (c *Client) ActivateGame(slot string) string {
	c.t.Helper()
	c.Call("POST", "/api/wallet/activate/"+slot, nil)
	var account games.Credentials
	c.Call("GET", "/api/wallet/account/"+slot, nil).Want(http.StatusOK).Into(&account)
	return account.Username
}

// MakeGameTransfer makes a transfer between the wallet and a game, and fails the test if it is rejected.
func (c *Client) MakeGameTransfer(from, to string, baht float64) {
	c.t.Helper()
	l := c.Call("POST", "/api/wallet/transfer", map[string]any{"from": from, "to": to, "amount": baht}).Want(http.StatusOK).Cash().Statement
	if l.Status != statement.Success {
		c.t.Fatalf("%+v", l)
	}
}

// SettlePlay makes the sandbox settle a play now. The sandbox sends whole seconds, so the time is a
// second ahead: the play is then not dated in the past. The server replaces a future time by the time of receipt.
func (h *Environment) SettlePlay(slot, username string, bet, payout float64) {
	h.t.Helper()
	h.Control("POST", "/games/"+slot+"/play", map[string]any{"username": username, "bet": bet, "payout": payout, "at": h.Clock.Now().Add(time.Second).UTC()}, nil)
}

// SetStartAmount sets the start amount of an account in a slot, in baht. Bets up to this amount are then explained.
func (h *Environment) SetStartAmount(slot, username string, baht int64) {
	h.t.Helper()
	h.Exec(`update game_explained e set start = $1, explained = $1 from game_account a
		where a.member_id = e.member_id and a.slot_code = e.slot_code and e.slot_code = $2 and a.username = $3`, money.Baht(baht), slot, username)
}
