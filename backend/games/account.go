package games

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"errors"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/games/internal/db"
	"krapao/backend/identity"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
	"krapao/backend/provider/game"
)

// Credentials are the data with which a member signs in at the provider's own site or app.
type Credentials struct {
	Username string `json:"username"`
	Password string `json:"password"`
	// Event holds the state of the provider's own form, if it has one.
	Event map[string]string `json:"event,omitempty" doc:"The state of the provider's own form, for games that are opened by a form."`
}

// Activate opens the caller's account in a game, once. It returns SLOT_ALREADY_ACTIVE if the account is
// already open, and SLOT_ACTIVATE_FAIL if the provider refuses. It returns GAME_ACTIVATION_FAIL (503) if the
// provider does not respond. Then a job continues, and the caller may repeat the call.
func (s *Service) Activate(ctx context.Context, code string) (Slot, error) {
	m := identity.Caller(ctx)
	slot, err := s.findUsableSlot(ctx, m, code)
	if err != nil {
		return Slot{}, err
	}
	if err := s.limitCalls(ctx, "account", m.ID); err != nil {
		return Slot{}, err
	}
	if err := s.insertAccount(ctx, m, slot); err != nil {
		return Slot{}, err
	}
	response, err := s.openAccount(ctx, m.ID, slot)
	switch {
	case err != nil:
		return Slot{}, err
	case response.Outcome == game.Refused:
		return Slot{}, apperr.New(apperr.SlotActivateFail)
	case response.Outcome != game.Done:
		return Slot{}, apperr.New(apperr.GameActivationFail).WithStatus(http.StatusServiceUnavailable).WithRetryAfter(5 * time.Second)
	}
	return s.Slot(ctx, m, code)
}

// insertAccount stores the account's name and password before the provider is called.
func (s *Service) insertAccount(ctx context.Context, m identity.Member, slot db.Slot) error {
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		if code, err := s.Wallet.LockAndCheckTx(ctx, tx, m.ID, s.Identity.MayMoveGuard(m.ID), s.Care.MayPlayGuard(m.ID)); err != nil || code != "" {
			return refusalError(code, err)
		}
		q := db.New(tx)
		existing, err := q.GetAccount(ctx, db.GetAccountParams{MemberID: m.ID, SlotCode: slot.Code})
		if err == nil && existing.State == accountActive {
			return apperr.New(apperr.SlotAlreadyActive)
		}
		if !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
		version, err := pg.NextVersion(ctx, tx, m.ID)
		if err != nil {
			return err
		}
		name := s.usernameOf(m.PublicID, slot.Code)
		_, err = q.InsertAccount(ctx, db.InsertAccountParams{
			MemberID: m.ID, SlotCode: slot.Code, Username: name, Password: s.Vault.Seal(newPassword(), sealedFor(slot.Code, name)), CreatedAt: s.Clock(), Version: version,
		})
		if err != nil {
			return err
		}
		return s.Queue.InsertTx(ctx, tx, openJob{Member: m.ID, Slot: slot.Code}, insertAfter(s.Clock(), jobDelay))
	})
}

func refusalError(code apperr.Code, err error) error {
	if err != nil {
		return err
	}
	return apperr.New(code)
}

// openAccount creates the account at the provider, and stores that it is open. If the provider already has
// the account, openAccount sets our password there. Nobody else can know the name, so the account is from an
// earlier call of ours, which our database may have lost.
func (s *Service) openAccount(ctx context.Context, member int64, slot db.Slot) (game.Response, error) {
	row, err := s.q().GetAccount(ctx, db.GetAccountParams{MemberID: member, SlotCode: slot.Code})
	if err != nil || row.State == accountActive {
		return game.Response{Outcome: game.Done}, err
	}
	client, err := s.Client(slot)
	if err != nil {
		return game.Response{}, err
	}
	password, err := s.Vault.Open(row.Password, sealedFor(slot.Code, row.Username))
	if err != nil {
		return game.Response{}, err
	}
	response, err := client.Create(ctx, row.Username, password)
	existed := err == nil && response.Outcome == game.Refused && response.Reason == game.PlayerExists
	if existed {
		response, err = client.SetPassword(ctx, row.Username, password)
	}
	if err != nil || response.Outcome != game.Done {
		return response, err
	}
	return response, pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		version, err := pg.NextVersion(ctx, tx, member)
		if err != nil {
			return err
		}
		return db.New(tx).MarkAccountOpened(ctx, db.MarkAccountOpenedParams{MemberID: member, SlotCode: slot.Code, Now: s.Clock(), Existed: existed, Version: version})
	})
}

// Credentials returns the caller's data for signing in to a game without the app. It returns SLOT_NO_ACCOUNT
// if the caller has no open account.
func (s *Service) Credentials(ctx context.Context, code string) (Credentials, error) {
	m := identity.Caller(ctx)
	slot, err := s.findUsableSlot(ctx, m, code)
	if err != nil {
		return Credentials{}, err
	}
	if err := s.checkMayPlay(ctx, m.ID); err != nil {
		return Credentials{}, err
	}
	row, password, err := s.accountWithPassword(ctx, m.ID, slot)
	if err != nil {
		return Credentials{}, err
	}
	return Credentials{Username: row.Username, Password: password, Event: s.formState(ctx, m, slot)}, nil
}

// formState returns the state of the provider's form, if the slot's format has a form. Name and password are
// useful without the state, so formState returns nil if the provider does not respond in time.
func (s *Service) formState(ctx context.Context, m identity.Member, slot db.Slot) map[string]string {
	client, err := s.Client(slot)
	if err != nil || !client.Rules().Form {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, balanceTimeout)
	defer cancel()
	target, err := s.requestLaunchTarget(ctx, m, slot, defaultLang)
	if err != nil {
		s.Log.WarnContext(ctx, "a game's form could not be fetched", "slot", slot.Code, "error", err)
	}
	return target.Event
}

// accountWithPassword returns a member's open account and its password, or SLOT_NO_ACCOUNT.
func (s *Service) accountWithPassword(ctx context.Context, member int64, slot db.Slot) (row db.GameAccount, password string, err error) {
	row, err = s.q().GetAccount(ctx, db.GetAccountParams{MemberID: member, SlotCode: slot.Code})
	if errors.Is(err, pgx.ErrNoRows) || (err == nil && row.State != accountActive) {
		return row, "", apperr.New(apperr.SlotNoAccount)
	}
	if err != nil {
		return row, "", err
	}
	password, err = s.Vault.Open(row.Password, sealedFor(slot.Code, row.Username))
	return row, password, err
}

// ResetPassword sets a new password for the caller's account in a game, and returns the credentials. It
// returns SLOT_RESET_PASSWORD_FAIL if the provider refuses (409) or does not respond (503). After a 503 both
// passwords are stored, and the next reset tries the same new one.
func (s *Service) ResetPassword(ctx context.Context, code string) (Credentials, error) {
	m := identity.Caller(ctx)
	slot, err := s.findUsableSlot(ctx, m, code)
	if err != nil {
		return Credentials{}, err
	}
	if err := s.checkMayPlay(ctx, m.ID); err != nil {
		return Credentials{}, err
	}
	if err := s.limitCalls(ctx, "account", m.ID); err != nil {
		return Credentials{}, err
	}
	credentials, isCurrent, err := s.resetPassword(ctx, m.ID, slot)
	if err == nil && !isCurrent { // another reset has replaced this one
		return s.Credentials(ctx, code)
	}
	return credentials, err
}

// resetPassword sets a new password for an account, for the member or for a closing. isCurrent is false if
// another reset has replaced this one in the meantime.
func (s *Service) resetPassword(ctx context.Context, member int64, slot db.Slot) (credentials Credentials, isCurrent bool, err error) {
	row, password, err := s.pendingPassword(ctx, member, slot)
	if err != nil {
		return Credentials{}, false, err
	}
	client, err := s.Client(slot)
	if err != nil {
		return Credentials{}, false, err
	}
	response, err := client.SetPassword(ctx, row.Username, password)
	switch {
	case err != nil:
		return Credentials{}, false, err
	case response.Outcome == game.Refused || response.Outcome == game.NotKnown:
		if err := s.q().StorePendingPassword(ctx, db.StorePendingPasswordParams{MemberID: member, SlotCode: slot.Code}); err != nil {
			return Credentials{}, false, err
		}
		return Credentials{}, false, apperr.New(noPlayerCode(slot.Code, response, apperr.SlotResetFail))
	case response.Outcome != game.Done:
		return Credentials{}, false, apperr.New(apperr.SlotResetFail).WithStatus(http.StatusServiceUnavailable).WithRetryAfter(5 * time.Second)
	}
	n, err := s.q().ConfirmPendingPassword(ctx, db.ConfirmPendingPasswordParams{MemberID: member, SlotCode: slot.Code, Pending: row.Pending})
	return Credentials{Username: row.Username, Password: password}, n > 0, err
}

// pendingPassword stores and returns the password that a reset is to try. If an earlier reset had no
// response, it returns that reset's password.
func (s *Service) pendingPassword(ctx context.Context, member int64, slot db.Slot) (row db.GameAccount, password string, err error) {
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		q := db.New(tx)
		row, err = q.LockAccount(ctx, db.LockAccountParams{MemberID: member, SlotCode: slot.Code})
		if errors.Is(err, pgx.ErrNoRows) || (err == nil && row.State != accountActive) {
			return apperr.New(apperr.SlotNoAccount)
		}
		if err != nil {
			return err
		}
		if row.Pending != nil {
			password, err = s.Vault.Open(row.Pending, sealedFor(slot.Code, row.Username))
			return err
		}
		password = newPassword()
		row.Pending = s.Vault.Seal(password, sealedFor(slot.Code, row.Username))
		return q.StorePendingPassword(ctx, db.StorePendingPasswordParams{MemberID: member, SlotCode: slot.Code, Pending: row.Pending})
	})
	return row, password, err
}

// noPlayerCode returns the error code for a slot whose provider does not know the player, if the catalogue has
// such a code. Otherwise it returns fallback.
func noPlayerCode(slot string, response game.Response, fallback apperr.Code) apperr.Code {
	if response.Reason != game.NoPlayer && response.Outcome != game.NotKnown {
		return fallback
	}
	switch slot {
	case "areaslot":
		return apperr.NotAreaslot
	case "ufabet":
		return apperr.NotUfabet
	}
	return fallback
}

// sealedFor returns the context under which a password is sealed: the context binds the password to its account.
func sealedFor(slot, username string) string { return slot + "/" + username }

var usernameEncoding = base32.NewEncoding("abcdefghijkmnpqrstuvwxyz23456789").WithPadding(base32.NoPadding)

// usernameOf returns a member's name at a slot's provider: a letter and 64 unguessable bits in 13 characters,
// which every provider accepts. If our database loses the account and the member opens it again, the name is
// the same. So the member gets the same account with its money.
func (s *Service) usernameOf(publicID, slot string) string {
	return "k" + usernameEncoding.EncodeToString(s.Vault.Pseudonym(slot + "/" + publicID)[:8])
}

// newPassword returns a random password of 14 characters, with a capital letter, a small letter and a digit,
// and without characters that look alike. It has 56 random bits.
func newPassword() string {
	return "K" + usernameEncoding.EncodeToString(randomBytes(7)) + "7"
}

func randomBytes(n int) []byte {
	out := make([]byte, n)
	_, _ = rand.Read(out) // rand.Read ends the program instead of failing
	return out
}
