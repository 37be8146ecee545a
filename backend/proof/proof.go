// Package proof checks the ledger and the rows of all domains against each other, for `wallet verify-ledger`.
//
// A check of everything (CheckAll) reads all rows: its time grows with the history. A check of the changed members
// (CheckChanged) reads the rows of members with new transfers or new plays since the last proof. A proof is a
// check without findings; both kinds store one, and CheckChanged starts from it.
//
// Both run the same queries. CheckChanged first copies the members' rows into temporary tables with the names of
// the real ones (changed.sql), so the queries read these instead. House accounts have too many transfers for a
// copy: their balances must be the proven ones plus the transfers since.
//
// CheckChanged leaves out what only CheckAll checks:
//
//	rows that someone changed or deleted without a transfer or play of their member
//	the sums of plays by member, since plays have no index by member
//	earnings from a friend's plays if neither of the two has changed
//
// So run CheckAll after a restore and once a night, and CheckChanged as often as the server should notice a fault.
package proof

import (
	"context"
	_ "embed"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/ledger"
	"krapao/backend/platform/pg"
	"krapao/backend/proof/internal/db"
)

type (
	// Module counts its own rows that contradict the ledger.
	Module interface {
		Verify(ctx context.Context, q pg.DB) (ledger.Finding, error)
	}
	// WholeModule has a check that only makes sense on all rows.
	WholeModule interface {
		VerifyWhole(ctx context.Context, q pg.DB) (ledger.Finding, error)
	}
)

// Service runs the checks of the ledger and of the modules.
type Service struct {
	Pool         *pgxpool.Pool
	Ledger       *ledger.Service
	Modules      []Module
	WholeModules []WholeModule
}

//go:embed changed.sql
var copyChanged string

// CheckAll checks all rows, in one snapshot of the database. Each finding's count must be 0.
func (s *Service) CheckAll(ctx context.Context) ([]ledger.Finding, error) {
	return s.check(ctx, pgx.ReadOnly, s.checkAllTx)
}

// CheckChanged checks the members who changed since the last proof. Without a proof, it checks all rows.
func (s *Service) CheckChanged(ctx context.Context) ([]ledger.Finding, error) {
	return s.check(ctx, pgx.ReadWrite, s.checkChangedTx)
}

// check runs the checks in one snapshot. If they find nothing, it stores the proof.
func (s *Service) check(ctx context.Context, access pgx.TxAccessMode, checks func(context.Context, pgx.Tx) ([]ledger.Finding, error)) (findings []ledger.Finding, err error) {
	var proof db.StoreParams
	var isStandby bool
	err = pg.InTxWith(ctx, s.Pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: access}, func(tx pgx.Tx) (err error) {
		// Unlike a call, a check may take long, and may use several cores.
		if _, err = tx.Exec(ctx, "select set_config('statement_timeout', '0', true), set_config('max_parallel_workers_per_gather', '2', true)"); err != nil {
			return err
		}
		if proof, err = s.readProof(ctx, tx); err != nil {
			return err
		}
		if isStandby, err = db.New(tx).IsStandby(ctx); err != nil {
			return err
		}
		findings, err = checks(ctx, tx)
		return err
	})
	if err != nil || isStandby || !isClean(findings) {
		return findings, err
	}
	return findings, db.New(s.Pool).Store(ctx, proof)
}

// readProof returns the proof of the transaction's snapshot, in case the checks find nothing.
func (s *Service) readProof(ctx context.Context, tx pgx.Tx) (db.StoreParams, error) {
	proven, err := s.Ledger.ReadHouseBalancesTx(ctx, tx)
	if err != nil {
		return db.StoreParams{}, err
	}
	plays, err := db.New(tx).GetPlaysVersion(ctx)
	return db.StoreParams{TxBelow: proven.TxBelow, Houses: proven.IDs, Balances: proven.Balances, Plays: plays}, err
}

// checkAllTx runs all checks on the real tables.
func (s *Service) checkAllTx(ctx context.Context, tx pgx.Tx) ([]ledger.Finding, error) {
	findings, err := s.checkTx(ctx, tx, ledger.HouseBalances{})
	if err != nil {
		return nil, err
	}
	for _, module := range s.WholeModules {
		finding, err := module.VerifyWhole(ctx, tx)
		if err != nil {
			return nil, err
		}
		findings = append(findings, finding)
	}
	return findings, nil
}

// checkChangedTx copies the changed members' rows, and runs the checks on the copies.
func (s *Service) checkChangedTx(ctx context.Context, tx pgx.Tx) ([]ledger.Finding, error) {
	proofs, err := db.New(tx).GetLastProof(ctx)
	if err != nil {
		return nil, err
	}
	if len(proofs) == 0 {
		return s.checkAllTx(ctx, tx)
	}
	if _, err := tx.Exec(ctx, copyChanged, pgx.QueryExecModeSimpleProtocol); err != nil {
		return nil, err
	}
	last := proofs[0]
	return s.checkTx(ctx, tx, ledger.HouseBalances{TxBelow: last.TxBelow, IDs: last.Houses, Balances: last.Balances})
}

// checkTx runs the checks that need not read all rows, on the tables that the transaction sees.
func (s *Service) checkTx(ctx context.Context, tx pgx.Tx, proven ledger.HouseBalances) ([]ledger.Finding, error) {
	findings, err := s.Ledger.VerifyTx(ctx, tx, proven)
	if err != nil {
		return nil, err
	}
	for _, module := range s.Modules {
		finding, err := module.Verify(ctx, tx)
		if err != nil {
			return nil, err
		}
		findings = append(findings, finding)
	}
	return findings, nil
}

func isClean(findings []ledger.Finding) bool {
	for _, finding := range findings {
		if finding.Broken != 0 {
			return false
		}
	}
	return true
}
