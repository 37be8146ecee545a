package identity

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/content"
	"krapao/backend/identity/internal/db"
	"krapao/backend/ledger"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/provider/sms"
	"krapao/backend/push"
)

// Service is the identity domain. All fields are needed.
type Service struct {
	Pool    *pgxpool.Pool
	Clock   clock.Clock
	Log     *slog.Logger
	Keyed   web.Keyed
	Limits  limit.Counter
	Book    *ledger.Book
	Content *content.Library
	SMS     sms.Company
	// Secret is the key of the tokens that a repeated login gets again (keyed logins).
	Secret []byte
	Push   *push.Service
	// SessionsEnded is called when some of a member's sessions may have ended, so that
	// their open sockets are checked.
	SessionsEnded func(member int64)
	// Passkeys counts what signs a member in beside the password; q is a pool or a
	// transaction.
	Passkeys func(ctx context.Context, q pg.DB, member int64) (int, error)
	// Laos relaxes the phone rule and lets a member choose the currency.
	Laos bool
}

func (s *Service) q() *db.Queries { return db.New(s.Pool) }

// BankNames is a bank account's bank, named in three languages.
type BankNames struct {
	NameTH string `json:"nameTH"`
	NameEN string `json:"nameEN"`
	NameLO string `json:"nameLO"`
}

// Profile is a member as the wire shows them.
type Profile struct {
	ID        string    `json:"_id"`
	Username  string    `json:"username" doc:"The phone number."`
	Name      string    `json:"name"`
	CreatedAt time.Time `json:"createdAt"`
	Coin      int64     `json:"coin" doc:"For the prize wheel."`
	Currency  string    `json:"currency"`
}

// BankAccount is where a member is paid out to.
type BankAccount struct {
	BankCode        string    `json:"bankCode"`
	BankAccountName string    `json:"bankAccountName"`
	BankAccountNo   string    `json:"bankAccountNo"`
	Bank            BankNames `json:"bank"`
}

// Person is both, as the profile call answers them.
type Person struct {
	Profile     Profile     `json:"profile"`
	BankAccount BankAccount `json:"bankAccount"`
	// Version is the sync version of the last change.
	Version int64 `json:"-"`
}

// Person returns a member; q is a pool or a transaction. NO_DATA if there is none.
func (s *Service) Person(ctx context.Context, q pg.DB, member int64) (Person, error) {
	row, err := db.New(q).MemberWithCoins(ctx, member)
	if err != nil {
		return Person{}, pg.NotFound(err)
	}
	out, err := s.person(ctx, q, row.Member)
	out.Profile.Coin = row.Coins
	return out, err
}

// CoinKind is the kind of the accounts of the role points that hold members' coins.
const CoinKind = "coins"

// CoinsMovedTx tells a member's phone that their profile shows other coins. It takes
// their next sync version, so it belongs last.
func (s *Service) CoinsMovedTx(ctx context.Context, tx pgx.Tx, member int64) (version int64, err error) {
	q := db.New(tx)
	if _, err := q.MemberLock(ctx, member); err != nil {
		return 0, err
	}
	if version, err = pg.NextVersion(ctx, tx, member); err != nil {
		return 0, err
	}
	return version, q.MemberSetVersion(ctx, db.MemberSetVersionParams{ID: member, Version: version})
}

func (s *Service) person(ctx context.Context, q pg.DB, m db.Member) (Person, error) {
	bank, _, err := s.Content.Bank(ctx, q, m.BankCode)
	if err != nil {
		return Person{}, err
	}
	return Person{
		Profile: profileOf(m),
		BankAccount: BankAccount{
			BankCode: m.BankCode, BankAccountName: m.BankAccountName, BankAccountNo: m.BankAccountNo,
			Bank: BankNames{NameTH: bank.NameTH, NameEN: bank.NameEN, NameLO: bank.NameLO},
		},
		Version: m.Version,
	}, nil
}

func profileOf(m db.Member) Profile {
	return Profile{ID: m.PublicID, Username: m.Phone, Name: m.Name, CreatedAt: m.CreatedAt.UTC(), Currency: m.Currency}
}
