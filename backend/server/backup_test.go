package server_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/ledger"
	"krapao/backend/platform/config"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/pgcopy"
	"krapao/backend/platform/pgtest"
	"krapao/backend/server"
	"krapao/backend/server/servertest"
)

// newInstallation returns a newly installed server.
func newInstallation(t *testing.T) *server.Server {
	t.Helper()
	cfg := config.Config{Profile: "development", PublicURL: servertest.SiteOrigin, DataDir: t.TempDir(), SecretKey: strings.Repeat("ab", 32), SMSProvider: "thaibulksms", SlipProvider: "slipok", VAPIDSubject: "mailto:a@b.test"}
	s, err := server.New(t.Context(), cfg, pgtest.New(t), server.Options{Clock: time.Now, Log: slog.New(slog.DiscardHandler), PollOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func checkNoFindings(t *testing.T, findings []ledger.Finding) {
	t.Helper()
	if len(findings) < 8 {
		t.Errorf("only %d invariants were checked", len(findings))
	}
	for _, f := range findings {
		if f.Broken != 0 {
			t.Errorf("%s: %d", f.Invariant, f.Broken)
		}
	}
}

// TestBackup_UnderLoad_RestoresConsistentLedger tests the restore procedure under load.
func TestBackup_UnderLoad_RestoresConsistentLedger(t *testing.T) {
	h := servertest.New(t)
	members := []*servertest.Client{h.AddMember(), h.AddMember(), h.AddMember(), h.AddMember()}
	for _, m := range members {
		m.Deposit(1000)
	}
	// UpdateHouseBalances has not added the transfers after this call when the backup is taken.
	if _, err := h.Ledger.UpdateHouseBalances(t.Context()); err != nil {
		t.Fatal(err)
	}
	load, stop := context.WithCancel(t.Context())
	var busy sync.WaitGroup
	for _, m := range members {
		busy.Go(func() {
			for load.Err() == nil {
				m.Withdraw("", 100)
				m.Transfer(servertest.Transfer{Amount: 12.5, Feed: true})
			}
		})
	}
	waitForTransfers := func(n int64) {
		h.WaitUntil("transfers under load", func() bool { return h.Count("select count(*) from transfer") > n })
	}
	waitForTransfers(h.Count("select count(*) from transfer") + 4)
	var taken bytes.Buffer

	sum, err := h.Backup(t.Context(), &taken)
	if err != nil {
		t.Fatal(err)
	}
	waitForTransfers(sum.Rows["transfer"]) // the backup lacks the later transfers
	stop()
	busy.Wait()
	restored := newInstallation(t)
	again, findings, err := restored.Restore(t.Context(), bytes.NewReader(taken.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	checkNoFindings(t, findings)
	if sum.Rows["transfer"] == 0 || again.Rows["transfer"] != sum.Rows["transfer"] || again.Rows["member"] != 4 {
		t.Errorf("rows in the backup %v, restored %v", sum.Rows, again.Rows)
	}
	checkLedgerContinues(t, restored)
}

// checkLedgerContinues checks that a restored ledger continues from the backup's state.
func checkLedgerContinues(t *testing.T, s *server.Server) {
	t.Helper()
	if _, err := s.Ledger.UpdateHouseBalances(t.Context()); err != nil {
		t.Fatal(err)
	}
	var member int64
	if err := s.Pool.QueryRow(t.Context(), "select min(id) from member").Scan(&member); err != nil {
		t.Fatal(err)
	}
	wallet, err := s.Ledger.Wallet(t.Context(), s.Pool, member)
	if err != nil {
		t.Fatal(err)
	}
	err = pg.InTx(t.Context(), s.Pool, func(tx pgx.Tx) error {
		posted, err := s.Ledger.PostTx(t.Context(), tx, ledger.Transfer{
			Key: [16]byte{1}, Kind: ledger.Adjustment, Debit: ledger.Adjustments.In(ledger.BAHT), Credit: wallet.ID, Amount: 100, Currency: ledger.BAHT,
		})
		if err == nil && *posted.CreditAfter != wallet.Balance+100 {
			t.Errorf("%+v", posted)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Ledger.UpdateHouseBalances(t.Context()); err != nil {
		t.Fatal(err)
	}
	findings, err := s.Ledger.Verify(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	checkNoFindings(t, append(findings, ledger.Finding{}, ledger.Finding{}))
}

// spec D7.5
func TestRestore_Done_MakesEveryAppReload(t *testing.T) {
	h := servertest.New(t)
	h.AddMember()
	var taken bytes.Buffer
	if _, err := h.Backup(t.Context(), &taken); err != nil {
		t.Fatal(err)
	}
	restored := newInstallation(t)
	if _, _, err := restored.Restore(t.Context(), &taken); err != nil {
		t.Fatal(err)
	}

	before := servertest.Value[string](h, "select epoch from sync_epoch")
	var after string
	if err := restored.Pool.QueryRow(t.Context(), "select epoch from sync_epoch").Scan(&after); err != nil {
		t.Fatal(err)
	}

	if before == after {
		t.Error("the epoch is the old one")
	}
}

func TestRestore_BackupFromBeforeTheBaseline_IsRefused(t *testing.T) {
	h := servertest.New(t)
	h.AddMember()
	h.Exec("delete from goose_db_version where version_id > 0")
	h.Exec("insert into goose_db_version (version_id, is_applied) values (96, true)")
	var taken bytes.Buffer
	if _, err := h.Backup(t.Context(), &taken); err != nil {
		t.Fatal(err)
	}
	empty := newInstallation(t)

	_, _, err := empty.Restore(t.Context(), &taken)

	if !errors.Is(err, pg.ErrBeforeBaseline) || !strings.Contains(err.Error(), "this backup has schema 96") {
		t.Errorf("%v", err)
	}
	var rows int64
	if err := empty.Pool.QueryRow(t.Context(), "select count(*) from member").Scan(&rows); err != nil || rows != 0 {
		t.Errorf("%d members are there: %v", rows, err)
	}
}

func TestRestore_DamagedBackupOrUsedDatabase_IsRefusedAndChangesNothing(t *testing.T) {
	h := servertest.New(t)
	h.AddMember()
	var taken bytes.Buffer
	if _, err := h.Backup(t.Context(), &taken); err != nil {
		t.Fatal(err)
	}
	whole := taken.Bytes()
	empty := newInstallation(t)

	for name, stream := range map[string][]byte{"cut off": whole[:len(whole)*2/3], "nothing": nil, "something else": []byte("PGDMP"), "without its footer": whole[:len(whole)-40]} {
		if _, _, err := empty.Restore(t.Context(), bytes.NewReader(stream)); err == nil {
			t.Errorf("%s was restored", name)
		}
	}
	var rows int64
	if err := empty.Pool.QueryRow(t.Context(), "select count(*) from member").Scan(&rows); err != nil || rows != 0 {
		t.Errorf("%d members are there: %v", rows, err)
	}
	if _, _, err := h.Restore(t.Context(), bytes.NewReader(whole)); !errors.Is(err, pgcopy.ErrNotFresh) {
		t.Errorf("into a used database: %v", err)
	}
	if _, findings, err := empty.Restore(t.Context(), bytes.NewReader(whole)); err != nil {
		t.Errorf("the whole backup: %v", err)
	} else {
		checkNoFindings(t, findings)
	}
}
