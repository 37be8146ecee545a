package games_test

import (
	"net/http"
	"strings"
	"testing"

	"krapao/backend/games"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/vault"
	"krapao/backend/server/servertest"
)

func credentials(m *servertest.Client, slot string) (c games.Credentials) {
	m.Call("GET", "/api/wallet/account/"+slot, nil).Want(http.StatusOK).Into(&c)
	return c
}

func TestPasswordsAreSealedWithTheNewestKeyWhileMembersUseThem(t *testing.T) {
	h, _, _, m := two(t)
	before := credentials(m, first)
	newer, err := vault.New(games.Passwords, 2, map[byte][]byte{0: []byte(strings.Repeat("ab", 32)), 2: []byte("another secret of at least 32 characters")})
	if err != nil {
		t.Fatal(err)
	}
	h.Games.Vault = newer

	states, err := h.Games.SlotStates(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	sealed, err := h.Games.Reseal(t.Context())
	again, _ := h.Games.Reseal(t.Context())

	old := int64(0)
	for _, s := range states {
		old += s.OldKeys
	}
	if err != nil || sealed != 2 || old != 2 || again != 0 {
		t.Errorf("%d of %d sealed anew, then %d: %v", sealed, old, again, err)
	}
	alone, err := vault.New(games.Passwords, 2, map[byte][]byte{2: []byte("another secret of at least 32 characters")})
	if err != nil {
		t.Fatal(err)
	}
	h.Games.Vault = alone
	if after := credentials(m, first); after.Password != before.Password || after.Username != before.Username {
		t.Error("the account opens with another password than before")
	}
}

// spec 8.14g
func TestAPausedGameMovesNoMoneyThatWay(t *testing.T) {
	h, _, _, m := two(t)
	move(m, "WALLET", first, 100).Want(http.StatusOK)
	if err := h.Desk.PauseGame(t.Context(), first, true, false, "the company is being mended"); err != nil {
		t.Fatal(err)
	}

	move(m, "WALLET", first, 100).WantCode(http.StatusConflict, "GAME_PAUSED")
	move(m, first, "WALLET", 100).Want(http.StatusOK)
	move(m, "WALLET", second, 100).Want(http.StatusOK)

	if err := h.Desk.PauseGame(t.Context(), "nothing", true, true, "a slip of the hand"); apperr.CodeOf(err) != apperr.NoGame {
		t.Errorf("a game that is not there was paused: %v", err)
	}
	if err := h.Desk.PauseGame(t.Context(), first, false, false, ""); err == nil {
		t.Error("nobody said why")
	}
	if n := h.Count(`select count(*) from audit_log where action = 'game.pause' and subject = $1`, first); n != 1 {
		t.Errorf("%d entries in the log", n)
	}
}
