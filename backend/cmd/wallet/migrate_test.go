package main

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"strings"
	"testing"

	"krapao/backend/platform/config"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/pgtest"
	"krapao/backend/server"
)

// withoutDatabase has the commands that do not open the database, or that migrate it, with the reason.
var withoutDatabase = map[string]string{
	"migrate": "migrates", "dev": "migrates", "testdb": "makes its own database",
	"openapi": "opens none", "errors": "opens none", "database": "opens none",
}

// listChecked returns the commands that open the database. All of them check the schema before their arguments.
func listChecked(t *testing.T) (commands []string) {
	t.Helper()
	for _, name := range parseSubcommands() {
		command, _, _ := strings.Cut(name, " ")
		if withoutDatabase[command] == "" {
			commands = append(commands, name)
		}
	}
	if len(commands) < 15 {
		t.Errorf("only %d commands were found: %q", len(commands), commands)
	}
	return commands
}

func TestCommand_EmptyDatabase_RefusesWithHintToMigrate(t *testing.T) {
	c := newConsoleOn(t, pgtest.Empty(t))
	for _, name := range listChecked(t) {
		_, err := c.run(name, "")

		if !errors.Is(err, pg.ErrSchemaOld) || !strings.Contains(err.Error(), "is empty: run `wallet migrate`") {
			t.Errorf("wallet %s: %v", name, err)
		}
	}
	if got := c.queryText("select count(*)::text from pg_tables where schemaname = 'public'"); got != "0" {
		t.Errorf("the refused commands made %s tables", got)
	}
}

func TestCommand_OlderSchema_RefusesUntilMigrated(t *testing.T) {
	c := newConsoleOn(t, pgtest.Empty(t))
	c.mustRun("migrate", "")
	c.mustRun("seed", "")
	last := c.queryText("delete from goose_db_version where version_id = (select max(version_id) from goose_db_version) returning version_id::text")
	for _, name := range listChecked(t) {
		_, err := c.run(name, "")

		if !errors.Is(err, pg.ErrSchemaOld) || !strings.Contains(err.Error(), "needs migration "+last+": run `wallet migrate`") {
			t.Errorf("wallet %s: %v", name, err)
		}
	}
	c.queryText("insert into goose_db_version (version_id, is_applied) values (" + last + ", true) returning version_id::text")

	again := c.mustRun("migrate", "")
	c.mustRun("verify-ledger", "")

	if again != "the schema is up to date\n" {
		t.Errorf("migrate: %q", again)
	}
}

func TestCommand_NewerSchema_WarnsAndRuns(t *testing.T) {
	c := newConsole(t)
	c.queryText("insert into goose_db_version (version_id, is_applied) values (99999, true) returning version_id::text")
	var log bytes.Buffer

	c.mustRun("verify-ledger", "")
	_, closeDatabase, err := server.OpenDatabase(t.Context(), config.Config{DatabaseURL: os.Getenv("DATABASE_URL")}, nil, slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	if err := closeDatabase(); err != nil {
		t.Fatal(err)
	}

	if !strings.Contains(log.String(), "a newer release has migrated the database") || !strings.Contains(log.String(), "schema=99999") {
		t.Errorf("the log has %q", log.String())
	}
}
