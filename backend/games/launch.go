package games

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/games/internal/db"
	"krapao/backend/identity"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/web"
	"krapao/backend/provider/game"
)

// launchLife is how long a way into a game can be found.
const launchLife = time.Minute

// defaultLang is what a game opens in where nobody asks for another language.
const defaultLang = "th"

// Launch asks a game's company for a way in, in a language of ours, and leaves it under
// the number that the member's new window knows. The app never holds it. A repeat of the
// number asks for nothing more. SLOT_NO_ACCOUNT without an open account; GAME_NOT_OPENED where the
// company refuses (409) or does not answer (503); NOT_AREASLOT and NOT_UFABET where
// those do not know the player.
func (s *Service) Launch(ctx context.Context, code, number, lang string) error {
	raw, err := hex.DecodeString(number)
	if err != nil || len(raw) != 16 {
		return apperr.Field(apperr.InvalidUserInfo, "launch")
	}
	m, hash := identity.Caller(ctx), sha256.Sum256(raw)
	slot, err := s.slotFor(ctx, m, code)
	if err != nil {
		return err
	}
	if err := s.countCall(ctx, "launch", m.ID); err != nil {
		return err
	}
	added, err := s.q().LaunchAdd(ctx, db.LaunchAddParams{Number: hash[:], MemberID: m.ID, SlotCode: code, CreatedAt: s.Clock()})
	if err != nil || added == 0 {
		return err
	}
	opening, refused := s.opening(ctx, m, slot, lang)
	kept := db.LaunchReadyParams{Number: hash[:], Refused: string(apperr.CodeOf(refused))}
	if refused == nil {
		text, err := json.Marshal(opening)
		if err != nil {
			return err
		}
		kept.Opening = s.Vault.Seal(string(text), "launch/"+hex.EncodeToString(hash[:]))
	} else if kept.Refused == "" {
		kept.Refused = string(apperr.GameNotOpened)
	}
	return errors.Join(refused, s.q().LaunchReady(context.WithoutCancel(ctx), kept))
}

// opening asks a company for a way into a member's account.
func (s *Service) opening(ctx context.Context, m identity.Member, slot db.Slot, lang string) (game.Opening, error) {
	if err := s.mayPlay(ctx, m.ID); err != nil {
		return game.Opening{}, err
	}
	if err := s.countCall(ctx, "open", m.ID); err != nil {
		return game.Opening{}, err
	}
	row, password, err := s.account(ctx, m.ID, slot)
	if err != nil {
		return game.Opening{}, err
	}
	company, err := s.Client(slot)
	if err != nil {
		return game.Opening{}, err
	}
	release, err := s.Lanes.calls.Acquire(ctx, slot.Code)
	if err != nil {
		return game.Opening{}, notOpened(http.StatusServiceUnavailable)
	}
	defer release()
	opening, said, err := company.Open(ctx, game.Launch{Username: row.Username, Password: password, Lang: lang, Back: s.Home})
	switch {
	case err != nil:
		return game.Opening{}, err
	case said.Outcome == game.Refused, said.Outcome == game.NotKnown:
		return game.Opening{}, apperr.New(noPlayer(slot.Code, said, apperr.GameNotOpened))
	case said.Outcome != game.Done:
		return game.Opening{}, notOpened(http.StatusServiceUnavailable)
	}
	if address := opening.Link + opening.Action; !s.leadsToGame(slot, address) {
		s.Log.WarnContext(ctx, "a company's link leads to a host that is not the slot's: the game was not opened", "slot", slot.Code, "host", hostOf(address))
		return game.Opening{}, apperr.New(apperr.GameNotOpened)
	}
	return opening, nil
}

func notOpened(status int) error {
	return apperr.New(apperr.GameNotOpened).WithStatus(status).WithRetryAfter(5 * time.Second)
}

// entry is what the page of a new window is told.
type entry struct {
	Link    string            `json:"link,omitempty"`
	Action  string            `json:"action,omitempty"`
	Fields  map[string]string `json:"fields,omitempty"`
	Refused string            `json:"refused,omitempty"`
}

// take answers a way in, once. wait says that it is not there yet.
func (s *Service) take(ctx context.Context, number string) (e entry, wait bool, err error) {
	raw, err := hex.DecodeString(number)
	if err != nil || len(raw) != 16 {
		return e, false, apperr.New(apperr.NoData)
	}
	// Anybody may ask, so an address asks for numbers that nobody has left only so often.
	// What is there costs its window nothing, however many share the address.
	from := "game:door:" + web.From(ctx).Address()
	if err := limit.Refusal(s.Limits.Spent(ctx, from, doorMost)); err != nil {
		return e, false, err
	}
	hash := sha256.Sum256(raw)
	row, err := s.q().LaunchTake(ctx, db.LaunchTakeParams{Number: hash[:], Now: s.Clock(), Since: s.Clock().Add(-launchLife)})
	if errors.Is(err, pgx.ErrNoRows) {
		if err := limit.Refusal(s.Limits.Hit(ctx, from, doorMost)); err != nil {
			return e, false, err
		}
		known, err := s.q().LaunchKnown(ctx, hash[:])
		if err == nil && known {
			err = apperr.New(apperr.NoData) // taken, or too old
		}
		return e, err == nil, err
	}
	switch {
	case err != nil:
		return e, false, err
	case row.Refused != "":
		return entry{Refused: row.Refused}, false, nil
	case row.Opening == nil:
		return e, true, nil
	}
	text, err := s.Vault.Open(row.Opening, "launch/"+hex.EncodeToString(hash[:]))
	if err != nil {
		return e, false, err
	}
	var o game.Opening
	err = json.Unmarshal([]byte(text), &o)
	return entry{Link: o.Link, Action: o.Action, Fields: o.Fields}, false, err
}

// AutoLogin answers a link into the caller's own account in a game, good once.
// SLOT_NO_ACCOUNT for any other name than theirs.
func (s *Service) AutoLogin(ctx context.Context, code, username string) (string, error) {
	m := identity.Caller(ctx)
	slot, err := s.slotFor(ctx, m, code)
	if err != nil {
		return "", err
	}
	row, _, err := s.account(ctx, m.ID, slot)
	if err != nil {
		return "", err
	}
	if row.Username != username {
		return "", apperr.New(apperr.SlotNoAccount)
	}
	o, err := s.opening(ctx, m, slot, defaultLang)
	if err == nil && o.Link == "" {
		err = apperr.New(apperr.GameNotOpened)
	}
	return o.Link, err
}
