package server

import (
	"context"
	"crypto/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/google/uuid"
	"krapao/backend/identity"
	"krapao/backend/ledger"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/staff"
	"krapao/backend/statement"
)

// Demo has the logins for development. The passwords are created in files under DATA_DIR at the first
// start.
type Demo struct {
	Phone, Password                  string
	OperatorName, OperatorPassword   string
	BankCode, AccountNo, AccountName string
}

// demoGrant is the idempotency key of the transfer that gives the demo member money.
var demoGrant = uuid.MustParse("6f3f8a52-2a0e-4f0a-9a53-0d8f0f6f2c11")

// EnsureDemo adds the demo member and the demo operator if they do not exist yet.
func (s *Server) EnsureDemo(ctx context.Context) (Demo, error) {
	d := Demo{Phone: "0812345678", OperatorName: "demo", BankCode: "KTB", AccountNo: "9876544821", AccountName: "SOMCHAI JAIDEE"}
	name, currency := "สมชาย", string(ledger.BAHT)
	if s.cfg.Laos {
		d.Phone, d.BankCode, d.AccountNo, d.AccountName = "02055512345", "BCEL", "010120000987654821", "SOMCHAY CHAIDY"
		name, currency = "ສົມຊາຍ", string(ledger.LAK)
	}
	var err error
	if d.Password, err = s.readOrCreatePassword("demo-member"); err != nil {
		return d, err
	}
	if d.OperatorPassword, err = s.readOrCreatePassword("demo-operator"); err != nil {
		return d, err
	}
	id, made, err := s.Identity.AddMember(ctx, identity.Registration{
		Name: &name, Username: &d.Phone, Password: &d.Password, BankCode: &d.BankCode,
		BankAccountName: &d.AccountName, BankAccountNo: &d.AccountNo, Currency: &currency,
	})
	if err != nil {
		return d, err
	}
	if made {
		if err := s.grantDemoMoney(ctx, id); err != nil {
			return d, err
		}
		if err := s.grantDemoCoins(ctx, id); err != nil {
			return d, err
		}
	}
	return d, s.ensureOperator(ctx, d)
}

// ensureOperator adds the demo operator. Both variants use the same one.
func (s *Server) ensureOperator(ctx context.Context, d Demo) error {
	all, err := s.Operators.List(ctx)
	if err != nil || slices.ContainsFunc(all, func(o staff.ListedOperator) bool { return o.Username == d.OperatorName }) {
		return err
	}
	_, err = s.Operators.Add(ctx, d.OperatorName, staff.Admin, d.OperatorPassword)
	return err
}

// demoMoney is the demo member's first balance.
var demoMoney = map[ledger.Currency]money.Satang{ledger.BAHT: money.Baht(1250), ledger.LAK: money.Baht(625_000)}

// grantDemoMoney transfers money from the demo account to the demo member.
func (s *Server) grantDemoMoney(ctx context.Context, member int64) error {
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		wallet, err := s.Ledger.Wallet(ctx, tx, member)
		if err != nil {
			return err
		}
		posted, err := s.Ledger.PostTx(ctx, tx, ledger.Transfer{
			Key: demoKey(demoGrant, wallet.Currency), Kind: ledger.DemoGrant, Debit: ledger.Demo.In(wallet.Currency), Credit: wallet.ID,
			Amount: demoMoney[wallet.Currency], Currency: wallet.Currency,
		})
		if err != nil {
			return err
		}
		_, err = s.Statement.AddTx(ctx, tx, member, statement.Line{
			Type: statement.Deposit, Status: statement.Success, FromPlace: statement.PlaceOf(statement.Demo), ToPlace: statement.PlaceOf(statement.Wallet),
			Amount: posted.Amount, Currency: string(wallet.Currency), TransferID: &posted.ID, CreatedAt: posted.CreatedAt,
		})
		return err
	})
}

// demoKey returns an idempotency key for the currency, since one database may be used for both variants.
func demoKey(key uuid.UUID, c ledger.Currency) uuid.UUID {
	if c == ledger.BAHT {
		return key
	}
	return uuid.NewSHA1(key, []byte(c))
}

// demoCoins is the idempotency key of the transfer that gives the demo member coins.
var demoCoins = uuid.MustParse("0a6c2b1e-7c5d-4f39-8d35-2b7c3a1f5e60")

// grantDemoCoins gives the demo member coins for the wheel.
func (s *Server) grantDemoCoins(ctx context.Context, member int64) error {
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		m, err := s.Identity.Member(ctx, tx, member)
		if err != nil {
			return err
		}
		return s.Spin.GiveCoinsTx(ctx, tx, m, 12, demoKey(demoCoins, m.Currency))
	})
}

func (s *Server) readOrCreatePassword(name string) (string, error) {
	path := filepath.Join(s.cfg.DataDir, "keys", name)
	if text, err := os.ReadFile(path); err == nil {
		return strings.TrimSpace(string(text)), nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", err
	}
	made := strings.ToLower(rand.Text()[:12])
	return made, os.WriteFile(path, []byte(made+"\n"), 0o600)
}
