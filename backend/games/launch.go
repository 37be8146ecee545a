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

// launchLife is how long after its request a launch can be fetched.
const launchLife = time.Minute

// defaultLang is the language in which a game opens if the request names none.
const defaultLang = "th"

// Launch requests a launch link or form from a game's provider, in one of the app's languages. It stores the
// launch under number, a random number from the app that the member's new window also has. That window fetches
// the launch; the app never receives it. A repeat with the same number has no effect. Launch returns
// SLOT_NO_ACCOUNT if the member has no open account. It returns GAME_NOT_OPENED if the provider refuses (409)
// or does not respond (503). It returns NOT_AREASLOT or NOT_UFABET if that provider does not know the player.
func (s *Service) Launch(ctx context.Context, code, number, lang string) error {
	raw, err := hex.DecodeString(number)
	if err != nil || len(raw) != 16 {
		return apperr.Field(apperr.InvalidUserInfo, "launch")
	}
	m, hash := identity.Caller(ctx), sha256.Sum256(raw)
	slot, err := s.findUsableSlot(ctx, m, code)
	if err != nil {
		return err
	}
	if err := s.limitCalls(ctx, "launch", m.ID); err != nil {
		return err
	}
	added, err := s.q().InsertLaunch(ctx, db.InsertLaunchParams{Number: hash[:], MemberID: m.ID, SlotCode: code, CreatedAt: s.Clock()})
	if err != nil || added == 0 {
		return err
	}
	target, refused := s.requestLaunchTarget(ctx, m, slot, lang)
	ready := db.StoreLaunchOpeningParams{Number: hash[:], Refused: string(apperr.CodeOf(refused))}
	if refused == nil {
		text, err := json.Marshal(target)
		if err != nil {
			return err
		}
		ready.Opening = s.Vault.Seal(string(text), "launch/"+hex.EncodeToString(hash[:]))
	} else if ready.Refused == "" {
		ready.Refused = string(apperr.GameNotOpened)
	}
	return errors.Join(refused, s.q().StoreLaunchOpening(context.WithoutCancel(ctx), ready))
}

// requestLaunchTarget requests a launch link or form for a member's account from the provider.
func (s *Service) requestLaunchTarget(ctx context.Context, m identity.Member, slot db.Slot, lang string) (game.LaunchTarget, error) {
	if err := s.checkMayPlay(ctx, m.ID); err != nil {
		return game.LaunchTarget{}, err
	}
	if err := s.limitCalls(ctx, "open", m.ID); err != nil {
		return game.LaunchTarget{}, err
	}
	row, password, err := s.accountWithPassword(ctx, m.ID, slot)
	if err != nil {
		return game.LaunchTarget{}, err
	}
	client, err := s.Client(slot)
	if err != nil {
		return game.LaunchTarget{}, err
	}
	release, err := s.CallLimits.calls.Acquire(ctx, slot.Code)
	if err != nil {
		return game.LaunchTarget{}, notOpenedError(http.StatusServiceUnavailable)
	}
	defer release()
	target, response, err := client.Open(ctx, game.Launch{Username: row.Username, Password: password, Lang: lang, ReturnURL: s.Home})
	switch {
	case err != nil:
		return game.LaunchTarget{}, err
	case response.Outcome == game.Refused, response.Outcome == game.NotKnown:
		return game.LaunchTarget{}, apperr.New(noPlayerCode(slot.Code, response, apperr.GameNotOpened))
	case response.Outcome != game.Done:
		return game.LaunchTarget{}, notOpenedError(http.StatusServiceUnavailable)
	}
	if address := target.Link + target.Action; !s.isAllowedGameURL(slot, address) {
		s.Log.WarnContext(ctx, "a provider's link leads to a host that is not the slot's: the game was not opened", "slot", slot.Code, "host", hostOf(address))
		return game.LaunchTarget{}, apperr.New(apperr.GameNotOpened)
	}
	return target, nil
}

func notOpenedError(status int) error {
	return apperr.New(apperr.GameNotOpened).WithStatus(status).WithRetryAfter(5 * time.Second)
}

// launchResponse is the response of takeLaunchHTTP to the page of a new window.
type launchResponse struct {
	Link    string            `json:"link,omitempty"`
	Action  string            `json:"action,omitempty"`
	Fields  map[string]string `json:"fields,omitempty"`
	Refused string            `json:"refused,omitempty"`
}

// takeLaunch returns a launch, at most once. wait is true if the launch is unknown or not ready yet: the
// window may ask before the app's request arrives. It returns NO_DATA for a launch that was already taken or
// is too old, and REQUEST_LIMIT after too many requests from the address for unknown, taken or old launches.
func (s *Service) takeLaunch(ctx context.Context, number string) (e launchResponse, wait bool, err error) {
	raw, err := hex.DecodeString(number)
	if err != nil || len(raw) != 16 {
		return e, false, apperr.New(apperr.NoData)
	}
	// This call needs no login, so the requests for unknown, taken or old launches are limited per address.
	// Other requests do not count, however many members share the address.
	from := "game:door:" + web.From(ctx).Address()
	if err := limit.Refusal(s.Limits.Peek(ctx, from, launchPageLimit)); err != nil {
		return e, false, err
	}
	hash := sha256.Sum256(raw)
	now := s.Clock()
	since := now.Add(-launchLife)
	row, err := s.q().TakeLaunch(ctx, db.TakeLaunchParams{Number: hash[:], Now: now, Since: since})
	if errors.Is(err, pgx.ErrNoRows) {
		if err := limit.Refusal(s.Limits.Hit(ctx, from, launchPageLimit)); err != nil {
			return e, false, err
		}
		isOver, err := s.q().IsLaunchOver(ctx, db.IsLaunchOverParams{Number: hash[:], Since: since})
		if err == nil && isOver {
			err = apperr.New(apperr.NoData)
		}
		return e, err == nil, err
	}
	switch {
	case err != nil:
		return e, false, err
	case row.Refused != "":
		return launchResponse{Refused: row.Refused}, false, nil
	case row.Opening == nil:
		return e, true, nil
	}
	text, err := s.Vault.Open(row.Opening, "launch/"+hex.EncodeToString(hash[:]))
	if err != nil {
		return e, false, err
	}
	var target game.LaunchTarget
	err = json.Unmarshal([]byte(text), &target)
	return launchResponse{Link: target.Link, Action: target.Action, Fields: target.Fields}, false, err
}

// AutoLogin returns a link into the caller's own account in a game, which works once. It returns
// SLOT_NO_ACCOUNT for any username but the caller's.
func (s *Service) AutoLogin(ctx context.Context, code, username string) (string, error) {
	m := identity.Caller(ctx)
	slot, err := s.findUsableSlot(ctx, m, code)
	if err != nil {
		return "", err
	}
	row, _, err := s.accountWithPassword(ctx, m.ID, slot)
	if err != nil {
		return "", err
	}
	if row.Username != username {
		return "", apperr.New(apperr.SlotNoAccount)
	}
	target, err := s.requestLaunchTarget(ctx, m, slot, defaultLang)
	if err == nil && target.Link == "" {
		err = apperr.New(apperr.GameNotOpened)
	}
	return target.Link, err
}
