package server

import (
	"context"
	"crypto/rand"
	"os"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/google/uuid"
	"krapao/backend/identity"
	"krapao/backend/ledger"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/statement"
)

// Demo is who may look around in development. The passwords are made under
// DATA_DIR the first time, like every other key.
type Demo struct {
	Phone, Password                  string
	OperatorName, OperatorPassword   string
	BankCode, AccountNo, AccountName string
}

// demoGrant names the transfer that gives the demo member something to see.
var demoGrant = uuid.MustParse("6f3f8a52-2a0e-4f0a-9a53-0d8f0f6f2c11")

// EnsureDemo makes the demo member and the demo cashier, once.
func (s *Server) EnsureDemo(ctx context.Context) (Demo, error) {
	d := Demo{Phone: "0812345678", OperatorName: "demo", BankCode: "KTB", AccountNo: "9876544821", AccountName: "SOMCHAI JAIDEE"}
	var err error
	if d.Password, err = s.madePassword("demo-member"); err != nil {
		return d, err
	}
	if d.OperatorPassword, err = s.madePassword("demo-operator"); err != nil {
		return d, err
	}
	id, made, err := s.Identity.AddMember(ctx, identity.Registration{
		Name: new("สมชาย"), Username: &d.Phone, Password: &d.Password, BankCode: &d.BankCode,
		BankAccountName: &d.AccountName, BankAccountNo: &d.AccountNo,
	})
	if err != nil {
		return d, err
	}
	if made {
		if err := s.grant(ctx, id); err != nil {
			return d, err
		}
		if err := s.giveCoins(ctx, id); err != nil {
			return d, err
		}
		if _, err := s.Operators.Add(ctx, d.OperatorName, "admin", d.OperatorPassword); err != nil {
			return d, err
		}
	}
	return d, nil
}

// grant gives the demo member 1,250 baht out of the demo account.
func (s *Server) grant(ctx context.Context, member int64) error {
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		wallet, err := s.Book.Wallet(ctx, tx, member)
		if err != nil {
			return err
		}
		posted, err := s.Book.PostTx(ctx, tx, ledger.Transfer{
			Key: demoGrant, Kind: ledger.DemoGrant, Debit: ledger.Demo.In(ledger.BAHT), Credit: wallet.ID,
			Amount: money.Baht(1250), Currency: ledger.BAHT,
		})
		if err != nil {
			return err
		}
		_, err = s.Statement.AddTx(ctx, tx, member, statement.Line{
			Type: statement.Deposit, Status: statement.Success, FromPlace: statement.At(statement.Demo), ToPlace: statement.At(statement.Wallet),
			Amount: posted.Amount, Currency: string(ledger.BAHT), TransferID: &posted.ID, CreatedAt: posted.CreatedAt,
		})
		return err
	})
}

// demoCoins names the transfer of the demo member's first coins.
var demoCoins = uuid.MustParse("0a6c2b1e-7c5d-4f39-8d35-2b7c3a1f5e60")

// giveCoins gives the demo member coins for the wheel.
func (s *Server) giveCoins(ctx context.Context, member int64) error {
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		m, err := s.Identity.Member(ctx, tx, member)
		if err != nil {
			return err
		}
		return s.Spin.GiveTx(ctx, tx, m, 12, demoCoins)
	})
}

func (s *Server) madePassword(name string) (string, error) {
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
