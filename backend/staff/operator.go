package staff

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/pquerna/otp/totp"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/password"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/staff/internal/db"
)

const (
	totpPeriod  = 30
	minPassword = 12
	maxPassword = 128
)

// Service manages operators and their log. All exported fields are required.
type Service struct {
	Pool   *pgxpool.Pool
	Clock  clock.Clock
	Limits limit.Counter
	Keyed  web.Keyed
	// Secret encrypts the stored TOTP secrets: 32 bytes.
	Secret []byte
	// ProposalKinds are the actions of two operators that the domains have registered.
	ProposalKinds []ProposalKind

	documents []Document
}

func (s *Service) q() *db.Queries { return db.New(s.Pool) }

// plainName matches names without look-alike characters. Older names may not match.
var plainName = regexp.MustCompile(`^[a-z0-9][a-z0-9.-]{2,31}$`)

// Add adds an operator and returns the TOTP secret for their app. The secret cannot be read later.
func (s *Service) Add(ctx context.Context, username, role, pass string) (secret string, err error) {
	if !slices.Contains([]string{Support, Cashier, Admin}, role) {
		return "", fmt.Errorf("staff: the role is %s, %s or %s", Support, Cashier, Admin)
	}
	if !plainName.MatchString(username) {
		return "", errors.New("staff: a name has 3 to 32 characters: a to z, digits, dot and hyphen, the first one a letter or digit")
	}
	hash, err := s.hashNewPassword(ctx, username, pass)
	if err != nil {
		return "", err
	}
	plain, _, sealed, err := s.newSecret(username)
	if err != nil {
		return "", err
	}
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		err := db.New(tx).InsertOperator(ctx, db.InsertOperatorParams{Username: username, Role: role, PasswordHash: hash, TotpSecret: sealed})
		if err != nil {
			return err
		}
		return s.Audit(ctx, tx, "operator.add", username, map[string]any{"role": role})
	})
	if pg.ViolatedUnique(err) != "" {
		return "", fmt.Errorf("staff: there is an operator %q already", username)
	}
	return plain, err
}

// hashNewPassword returns the hash of a password that is set by the command line. It returns an error if the
// password has a wrong length or is easy to guess.
func (s *Service) hashNewPassword(ctx context.Context, username, pass string) (string, error) {
	if !isLongEnough(pass) {
		return "", fmt.Errorf("staff: an operator's password has %d to %d characters, blanks around it not counted", minPassword, maxPassword)
	}
	if password.Guessable(pass, password.Person{Names: []string{username}}) != "" {
		return "", errors.New("staff: that password is among the first that anybody tries")
	}
	return password.Hash(ctx, password.CommandLine, pass)
}

// SetActive enables or disables an operator, with immediate effect.
func (s *Service) SetActive(ctx context.Context, username string, active bool) error {
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		n, err := db.New(tx).SetOperatorActive(ctx, db.SetOperatorActiveParams{Username: username, Active: active})
		if err != nil {
			return err
		}
		if n == 0 {
			return fmt.Errorf("staff: no operator %q", username)
		}
		return s.Audit(ctx, tx, "operator.active", username, map[string]any{"active": active})
	})
}

// ListedOperator is an operator in a list.
type ListedOperator struct {
	Username string
	Role     string
	Active   bool
}

// List returns all operators.
func (s *Service) List(ctx context.Context) ([]ListedOperator, error) {
	rows, err := s.q().ListOperators(ctx)
	out := make([]ListedOperator, 0, len(rows))
	for _, r := range rows {
		out = append(out, ListedOperator{r.Username, r.Role, r.Active})
	}
	return out, err
}

// Code returns the operator's current TOTP code, for development.
func (s *Service) Code(ctx context.Context, username string) (string, error) {
	o, err := s.q().GetOperatorByName(ctx, username)
	if err != nil {
		return "", fmt.Errorf("staff: operator %q: %w", username, err)
	}
	secret, err := s.unseal(o.TotpSecret)
	if err != nil {
		return "", err
	}
	return totp.GenerateCode(string(secret), s.Clock())
}

func hashToken(token string) []byte {
	sum := sha256.Sum256([]byte("operator\x00" + token))
	return sum[:]
}

func (s *Service) aead() (cipher.AEAD, error) {
	block, err := aes.NewCipher(s.Secret)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}

func (s *Service) seal(plain []byte) ([]byte, error) {
	aead, err := s.aead()
	if err != nil {
		return nil, err
	}
	return aead.Seal(nil, nil, plain, nil), nil
}

func (s *Service) unseal(sealed []byte) ([]byte, error) {
	aead, err := s.aead()
	if err != nil {
		return nil, err
	}
	plain, err := aead.Open(nil, nil, sealed, nil)
	if err != nil {
		return nil, apperr.Wrap(apperr.Internal, fmt.Errorf("staff: a TOTP secret does not open: SECRET_KEY changed? %w", err)).WithStatus(http.StatusInternalServerError)
	}
	return plain, nil
}
