package games_test

import (
	"net/http"
	"strings"
	"testing"

	"krapao/backend/games"
	"krapao/backend/platform/money"
	"krapao/backend/platform/vault"
	"krapao/backend/server/servertest"
)

func fetchCredentials(m *servertest.Client, slot string) (c games.Credentials) {
	m.Call("GET", "/api/wallet/account/"+slot, nil).Want(http.StatusOK).Into(&c)
	return c
}

func TestReseal_MembersUseTheirPasswords_SealsAllWithTheNewestKey(t *testing.T) {
	h, _, _, m := newWithTwoProviders(t)
	before := fetchCredentials(m, first)
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
		t.Errorf("%d of %d resealed, then %d: %v", sealed, old, again, err)
	}
	alone, err := vault.New(games.Passwords, 2, map[byte][]byte{2: []byte("another secret of at least 32 characters")})
	if err != nil {
		t.Fatal(err)
	}
	h.Games.Vault = alone
	if after := fetchCredentials(m, first); after.Password != before.Password || after.Username != before.Username {
		t.Error("the account opens with another password than before")
	}
}

// spec 8.14g
func TestEditSlot_PausedIn_RefusesMoneyIntoThatGameOnly(t *testing.T) {
	h, _, _, m := newWithTwoProviders(t)
	transferMoney(m, "WALLET", first, 100).Want(http.StatusOK)
	var slot games.SlotTerms
	h.DocumentBody("slot", first, &slot)
	slot.PausedIn = true
	if err := h.EditDocument("slot", first, slot); err != nil {
		t.Fatal(err)
	}

	transferMoney(m, "WALLET", first, 100).WantCode(http.StatusConflict, "GAME_PAUSED")
	transferMoney(m, first, "WALLET", 100).Want(http.StatusOK)
	transferMoney(m, "WALLET", second, 100).Want(http.StatusOK)

	if n := h.Count(`select count(*) from audit_log where action = 'slot.edit' and subject = $1`, first); n != 1 {
		t.Errorf("%d entries in the log", n)
	}
}

func TestSlot_WithoutItsProvidersAddress_IsClosed_AndNothingElseStops(t *testing.T) {
	h := servertest.New(t, servertest.Game("dragon", ""))
	m := h.AddMember()
	m.CreditWallet(money.Baht(1000))
	m.Call("POST", "/api/wallet/activate/"+first, nil).Want(http.StatusOK)
	_, by := h.AddOperatorWithIdentity("admin")
	var slot games.SlotTerms
	h.DocumentBody("slot", first, &slot)
	slot.Code, slot.Name = "dragon", "Dragon"

	id, err := h.ProposeDocument(by, "slot", "dragon", slot)
	if err != nil {
		t.Fatal(err)
	}
	h.AddOperator("admin").Call("POST", "/api/operator/items/PROPOSAL/"+id+"/approve", nil).Want(http.StatusOK)

	if _, shown := slotsOf(m)["dragon"]; shown {
		t.Error("a closed game is shown")
	}
	m.Call("POST", "/api/wallet/activate/dragon", nil).WantCode(http.StatusNotFound, "NO_GAME")
	transferMoney(m, "WALLET", "dragon", 100).WantCode(http.StatusNotFound, "NO_GAME")
	transferMoney(m, "WALLET", first, 100).Want(http.StatusOK)
	if n := h.Count(`select count(*) from account where kind in ('provider:dragon', 'in_flight:dragon')`); n != 2 {
		t.Errorf("the slot has %d accounts in the ledger", n)
	}
	h.CheckInvariants()
}

func TestEditSlot_WithMembersAccounts_KeepsItsFormatUnitsAndCurrency(t *testing.T) {
	h, _, _, _ := newWithTwoProviders(t)
	_, by := h.AddOperatorWithIdentity("admin")
	var slot games.SlotTerms
	h.DocumentBody("slot", first, &slot)
	for setting, change := range map[string]func(*games.SlotTerms){
		"another format":   func(s *games.SlotTerms) { s.Format = "joker" },
		"other units":      func(s *games.SlotTerms) { s.UnitsFor = 1000 },
		"another currency": func(s *games.SlotTerms) { s.Currency = "LAK" },
	} {
		next := slot
		change(&next)
		if _, err := h.ProposeDocument(by, "slot", first, next); err == nil {
			t.Errorf("%s was accepted", setting)
		}
	}
	slot.Share = 50

	if err := h.EditDocument("slot", first, slot); err == nil {
		t.Error("one person changed what counts as turnover")
	}
}
