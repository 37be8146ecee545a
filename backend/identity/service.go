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

// Service is the identity domain. All fields but Laos are required.
type Service struct {
	Pool    *pgxpool.Pool
	Clock   clock.Clock
	Log     *slog.Logger
	Keyed   web.Keyed
	Limits  limit.Counter
	Ledger  *ledger.Service
	Content *content.Service
	SMS     sms.Client
	// Secret is the key for derived tokens of keyed calls, and for proofs and fingerprints.
	Secret []byte
	Push   *push.Service
	// SessionsEnded is called when a member's sessions may have ended, so that their open sockets are
	// checked.
	SessionsEnded func(member int64)
	// CountPasskeys counts a member's passkeys; q is a pool or a transaction.
	CountPasskeys func(ctx context.Context, q pg.DB, member int64) (int, error)
	// Laos relaxes the phone rule and lets a member choose the currency.
	Laos bool
}

func (s *Service) q() *db.Queries { return db.New(s.Pool) }

// BankNames are a bank's names in three languages.
type BankNames struct {
	NameTH string `json:"nameTH"`
	NameEN string `json:"nameEN"`
	NameLO string `json:"nameLO"`
}

// Profile is a member in the API's form.
type Profile struct {
	ID        string    `json:"_id"`
	Username  string    `json:"username" doc:"The phone number."`
	Name      string    `json:"name"`
	CreatedAt time.Time `json:"createdAt"`
	Coin      int64     `json:"coin" doc:"Coins for the prize wheel."`
	Currency  string    `json:"currency"`
}

// BankAccount is a member's payout account.
type BankAccount struct {
	BankCode        string    `json:"bankCode"`
	BankAccountName string    `json:"bankAccountName"`
	BankAccountNo   string    `json:"bankAccountNo"`
	Bank            BankNames `json:"bank"`
}

// Person is the response of the profile call: the profile and the bank account.
type Person struct {
	Profile     Profile     `json:"profile"`
	BankAccount BankAccount `json:"bankAccount"`
	// Version is the sync version of the last change.
	Version int64 `json:"-"`
}

// Person returns a member's profile and bank account; q is a pool or a transaction. Error: NO_DATA.
func (s *Service) Person(ctx context.Context, q pg.DB, member int64) (Person, error) {
	row, err := db.New(q).GetMemberWithCoins(ctx, member)
	if err != nil {
		return Person{}, pg.NotFound(err)
	}
	out, err := s.toPerson(ctx, q, row.Member)
	out.Profile.Coin = row.Coins
	return out, err
}

// CoinKind is the kind of the ledger accounts that hold members' coins. Their role is "points".
const CoinKind = "coins"

// MarkCoinsChangedTx marks a member's profile as changed, because the number of coins changed. It assigns
// the member's next sync version and returns it. Call it last in the transaction.
func (s *Service) MarkCoinsChangedTx(ctx context.Context, tx pgx.Tx, member int64) (version int64, err error) {
	q := db.New(tx)
	if _, err := q.LockMember(ctx, member); err != nil {
		return 0, err
	}
	if version, err = pg.NextVersion(ctx, tx, member); err != nil {
		return 0, err
	}
	return version, q.SetMemberVersion(ctx, db.SetMemberVersionParams{ID: member, Version: version})
}

func (s *Service) toPerson(ctx context.Context, q pg.DB, m db.Member) (Person, error) {
	bank, _, err := s.Content.Bank(ctx, q, m.BankCode)
	if err != nil {
		return Person{}, err
	}
	return Person{
		Profile: toProfile(m),
		BankAccount: BankAccount{
			BankCode: m.BankCode, BankAccountName: m.BankAccountName, BankAccountNo: m.BankAccountNo,
			Bank: BankNames{NameTH: bank.NameTH, NameEN: bank.NameEN, NameLO: bank.NameLO},
		},
		Version: m.Version,
	}, nil
}

func toProfile(m db.Member) Profile {
	return Profile{ID: m.PublicID, Username: m.Phone, Name: m.Name, CreatedAt: m.CreatedAt.UTC(), Currency: m.Currency}
}
