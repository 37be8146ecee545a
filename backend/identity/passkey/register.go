package passkey

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/identity"
	"krapao/backend/identity/passkey/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/web"
	"krapao/backend/push"
)

// handleBytes is the length of the handle that authenticators store for a member.
const handleBytes = 32

// Begin returns the options for a new passkey after the password was typed. For five minutes their
// challenge proves, in this session only, that the password was typed. Errors: those of CheckPassword;
// PASSKEY_LIMIT if the member has the maximum.
func (s *Service) Begin(ctx context.Context, pass string) (CreationOptions, error) {
	if err := s.Identity.CheckPassword(ctx, "password", pass); err != nil {
		return CreationOptions{}, err
	}
	member := web.Member(ctx)
	handle := make([]byte, handleBytes)
	_, _ = rand.Read(handle) // never fails
	if err := s.q().EnsureOwner(ctx, db.EnsureOwnerParams{MemberID: member, Handle: handle}); err != nil {
		return CreationOptions{}, err
	}
	handle, err := s.q().GetOwnerHandle(ctx, member)
	if err != nil {
		return CreationOptions{}, err
	}
	passkeys, err := s.q().ListPasskeys(ctx, member)
	if err != nil {
		return CreationOptions{}, err
	}
	if len(passkeys) >= maxPasskeys {
		return CreationOptions{}, apperr.New(apperr.PasskeyLimit)
	}
	person, err := s.Identity.Person(ctx, s.Pool, member)
	if err != nil {
		return CreationOptions{}, err
	}
	site, err := s.Content.RecentSettings(ctx)
	if err != nil {
		return CreationOptions{}, err
	}
	algorithms, _ := params()
	return CreationOptions{
		RP:        RelyingParty{ID: s.site.Config.RPID, Name: cmp.Or(site.SiteName.In("en"), s.site.Config.RPID)},
		User:      User{ID: encode(handle), Name: person.Profile.Username, DisplayName: person.Profile.Name},
		Challenge: s.newChallenge(callerAsOwner(ctx, purposeRegister)), Params: algorithms, Timeout: challengeLifetime.Milliseconds(),
		ExcludeCredentials: descriptors(passkeys),
		Selection:          Selection{ResidentKey: "required", RequireResidentKey: true, UserVerification: string(protocol.VerificationRequired)},
		Attestation:        string(protocol.PreferNoAttestation),
	}, nil
}

func descriptors(passkeys []db.Passkey) []Descriptor {
	out := make([]Descriptor, 0, len(passkeys))
	for _, p := range passkeys {
		out = append(out, Descriptor{Type: string(protocol.PublicKeyCredentialType), ID: encode(p.CredentialID), Transports: p.Transports})
	}
	return out
}

// Add stores a passkey that was made with Begin's options, and notifies the member's devices. Errors:
// INVALID_USER_INFO (name), PASSKEY_INVALID, PASSKEY_LIMIT.
func (s *Service) Add(ctx context.Context, a Attestation, name string) (*web.Response[Passkey], error) {
	name = strings.TrimSpace(name)
	if name != "" && !identity.ValidName(name) {
		return nil, apperr.Field(apperr.InvalidUserInfo, "name")
	}
	fields := map[string]any{"credential": a, "name": name}
	return web.Once(ctx, s.Keyed, "", fields, func(tx pgx.Tx) (int, Passkey, error) {
		q, member := db.New(tx), web.Member(ctx)
		handle, err := q.LockOwner(ctx, member)
		if errors.Is(err, pgx.ErrNoRows) {
			return 0, Passkey{}, s.refusePasskey(ctx, errChallenge) // without Begin
		}
		if err != nil {
			return 0, Passkey{}, err
		}
		credential, c, err := s.checkCredential(ctx, a, handle)
		if err != nil {
			return 0, Passkey{}, err
		}
		if _, err := markUsed(ctx, q, c); err != nil {
			return 0, Passkey{}, err
		}
		p, err := s.insertPasskey(ctx, q, member, name, credential)
		if err != nil {
			return 0, Passkey{}, err
		}
		notice := push.Notice{Kind: push.PasskeyAdded, Args: map[string]string{"name": p.Name}}
		return http.StatusCreated, toPasskey(p), s.Push.NotifyTx(ctx, tx, push.Owner{MemberID: member}, notice)
	})
}

// checkCredential checks the credential that the browser made, and returns it with its challenge. Error:
// PASSKEY_INVALID.
func (s *Service) checkCredential(ctx context.Context, a Attestation, handle []byte) (*webauthn.Credential, challenge, error) {
	parsed, err := a.parse()
	if err != nil {
		return nil, challenge{}, s.refusePasskey(ctx, err)
	}
	c, err := s.readChallenge(parsed.Response.CollectedClientData.Challenge, callerAsOwner(ctx, purposeRegister))
	if err != nil {
		return nil, challenge{}, s.refusePasskey(ctx, err)
	}
	_, accepted := params()
	session := webauthn.SessionData{Challenge: c.text, UserID: handle, UserVerification: protocol.VerificationRequired, CredParams: accepted}
	credential, err := s.site.CreateCredential(owner{handle: handle}, session, parsed)
	if err != nil {
		return nil, challenge{}, s.refusePasskey(ctx, err)
	}
	return credential, c, nil
}

func (s *Service) insertPasskey(ctx context.Context, q *db.Queries, member int64, name string, credential *webauthn.Credential) (db.Passkey, error) {
	n, err := q.CountPasskeys(ctx, member)
	if err != nil {
		return db.Passkey{}, err
	}
	if n >= maxPasskeys {
		return db.Passkey{}, apperr.New(apperr.PasskeyLimit)
	}
	model, err := uuid.FromBytes(credential.Authenticator.AAGUID)
	if err != nil {
		return db.Passkey{}, s.refusePasskey(ctx, err)
	}
	p, err := q.InsertPasskey(ctx, db.InsertPasskeyParams{
		MemberID: member, CredentialID: credential.ID, PublicKey: credential.PublicKey, SignCount: int64(credential.Authenticator.SignCount),
		Transports: transports(credential.Transport), Aaguid: model, BackupEligible: credential.Flags.BackupEligible, BackedUp: credential.Flags.BackupState,
		Name: cmp.Or(name, passwordManagers[model], identity.DeviceName(web.From(ctx).UserAgent), "Passkey"), CreatedAt: s.Clock(),
	})
	if errors.Is(err, pgx.ErrNoRows) {
		err = s.refusePasskey(ctx, errors.New("passkey: a credential that is already stored"))
	}
	return p, err
}

// transports returns the known transports without duplicates, since they are sent to browsers later.
func transports(reported []protocol.AuthenticatorTransport) []string {
	out := []string{}
	for _, t := range reported {
		known := []protocol.AuthenticatorTransport{protocol.USB, protocol.NFC, protocol.BLE, protocol.SmartCard, protocol.Hybrid, protocol.Internal}
		if slices.Contains(known, t) && !slices.Contains(out, string(t)) {
			out = append(out, string(t))
		}
	}
	return out
}

// passwordManagers maps the published ids of common password managers to names. If the owner gives a passkey no
// name, it gets this name.
var passwordManagers = map[uuid.UUID]string{
	uuid.MustParse("ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4"): "Google Password Manager",
	uuid.MustParse("fbfc3007-154e-4ecc-8c0b-6e020557d7bd"): "iCloud Keychain",
	uuid.MustParse("dd4ec289-e01d-41c9-bb89-70fa845d4bf2"): "iCloud Keychain",
	uuid.MustParse("08987058-cadc-4b81-b6e1-30de50dcbe96"): "Windows Hello",
	uuid.MustParse("9ddd1817-af5a-4672-a2b9-3e3dd95000a9"): "Windows Hello",
	uuid.MustParse("6028b017-b1d4-4c02-b4b3-afcdafc96bb2"): "Windows Hello",
	uuid.MustParse("53414d53-554e-4700-0000-000000000000"): "Samsung Pass",
	uuid.MustParse("bada5566-a7aa-401f-bd96-45619a55120d"): "1Password",
	uuid.MustParse("d548826e-79b4-db40-a3d8-11116f7e8349"): "Bitwarden",
}

// owner implements the library's user: a member with the passkey that is checked.
type owner struct {
	handle []byte
	keys   []webauthn.Credential
}

func (o owner) WebAuthnID() []byte                         { return o.handle }
func (o owner) WebAuthnName() string                       { return "" }
func (o owner) WebAuthnDisplayName() string                { return "" }
func (o owner) WebAuthnCredentials() []webauthn.Credential { return o.keys }
