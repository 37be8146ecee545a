package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/config"
	"krapao/backend/platform/password"
	"krapao/backend/platform/pgtest"
)

func init() { password.SetTestCost(true) }

// noEntry has the subcommands that write no audit entry, with the reason.
var noEntry = map[string]string{
	"serve": "runs the server", "dev": "runs the server", "migrate": "goose_db_version keeps each migration",
	"verify-ledger": "reads", "openapi": "reads", "errors": "reads", "database": "reads", "testdb": "makes its own database", "backup": "reads",
	"operator list": "reads", "operator totp": "reads, and not in production",
	"game list": "reads", "wheel list": "reads",
}

// step is one subcommand, and the audit entry that it must write.
type step struct {
	name, args, stdin string // {dir} is the test's folder, {member} a member's _id
	who, action       string
}

// steps are run in this order. Each admin makes one proposal only, because a one-time code is valid once.
var steps = []step{
	{"seed", "seed -demo", "", "console", "content.seed"},
	{"reconcile", "reconcile -days 1", "", "console", "reconcile.run"},
	{"went-back", "went-back -since 2026-11-01T00:00:00Z", "", "console", "went_back.begin"},
	{"operator add", "operator add nok admin", "a long password\n", "console", "operator.add"},
	{"operator add", "operator add lek admin", "a long password\n", "console", "operator.add"},
	{"operator add", "operator add fah admin", "a long password\n", "console", "operator.add"},
	{"operator add", "operator add mai admin", "a long password\n", "console", "operator.add"},
	{"operator disable", "operator disable nok", "", "console", "operator.active"},
	{"operator enable", "operator enable nok", "", "console", "operator.active"},
	{"operator reset", "operator reset nok", "a longer password\n", "console", "operator.reset"},
	{"edit", `edit -why why setting lineName "krapao"`, "", "console", "setting.edit"},
	{"edit", `edit -why why -undo 0 setting lineName`, "", "console", "setting.edit"},
	{"edit", `edit -why why -as nok setting withdrawAuto {"BAHT":60000}`, "{code nok}", "nok", "setting.propose"},
	{"edit", `edit -why why -as lek account KBANK:0123456789 {"name":"KRAPAO","mode":"AUTO","open":true,"position":10}`, "{code lek}", "lek", "account.propose"},
	{"edit", "edit -why why -as fah bonus WELCOME {dir}/bonus.json", "{code fah}", "fah", "bonus.propose"},
	{"edit", "edit -why why -as mai -remove wheel BAHT", "{code mai}", "mai", "wheel.propose"},
	{"wheel reseal", "wheel reseal", "", "console", "wheel.reseal"},
	{"member show", "member show {member}", "", "console", "member.open"},
	{"member freeze", "member freeze -why why {member}", "", "console", "member.freeze"},
	{"member unfreeze", "member unfreeze -why why {member}", "", "console", "member.unfreeze"},
	{"edit", "edit -why why text condition:90 {dir}/text.json", "", "console", "text.edit"},
	{"edit", "edit -why why -remove text condition:90", "", "console", "text.edit"},
	{"edit", `edit -why why source RADIO {"name":{"th":"ก","lo":"ກ","en":"Radio"}}`, "", "console", "source.edit"},
	{"edit", "edit -why why slot circus {dir}/slot.json", "", "console", "slot.edit"},
	{"game reseal", "game reseal", "", "console", "game.reseal"},
}

// parseSubcommands returns the names of all subcommands, parsed from the usage texts. The main usage text has one
// command per line. The usage text of a group separates its forms by " | ".
func parseSubcommands() (names []string) {
	groups := map[string]error{
		"operator": errOperatorUsage, "member": errMemberUsage, "game": errGameUsage, "wheel": errWheelUsage,
	}
	form := regexp.MustCompile(`^(?:usage: )?(?:wallet )?([a-z-]+) ?([a-z]*)`)
	command := regexp.MustCompile(`(?m)^  ([a-z-]+) `)
	for _, line := range command.FindAllStringSubmatch(errUsage.Error(), -1) {
		name := line[1]
		group, grouped := groups[name]
		if !grouped {
			names = append(names, name)
			continue
		}
		for i, text := range strings.Split(group.Error(), " | ") {
			found := form.FindStringSubmatch(text)
			if i == 0 { // the first form is "usage: wallet operator add"
				found = found[1:]
			}
			names = append(names, name+" "+found[1])
		}
	}
	return names
}

// console runs subcommands on its own database.
type console struct {
	t   *testing.T
	dir string
	db  *pgx.Conn
}

func newConsole(t *testing.T) *console {
	t.Helper()
	return newConsoleOn(t, pgtest.URL(t))
}

// newConsoleOn is newConsole for the database at a URL.
func newConsoleOn(t *testing.T, address string) *console {
	t.Helper()
	c := &console{t: t, dir: t.TempDir()}
	t.Setenv("DATA_DIR", filepath.Join(c.dir, "data"))
	t.Setenv("DATABASE_URL", address)
	var err error
	if c.db, err = pgx.Connect(t.Context(), os.Getenv("DATABASE_URL")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.db.Close(context.Background()) })
	return c
}

// run runs a subcommand with stdin as its standard input, and returns its output. Arguments must not
// contain blanks.
func (c *console) run(args, stdin string) (string, error) {
	c.t.Helper()
	in := filepath.Join(c.dir, "stdin")
	if err := os.WriteFile(in, []byte(stdin), 0o600); err != nil {
		c.t.Fatal(err)
	}
	file, err := os.Open(in)
	if err != nil {
		c.t.Fatal(err)
	}
	defer file.Close()
	old := os.Stdin
	os.Stdin = file
	defer func() { os.Stdin = old }()
	var out strings.Builder
	err = run(c.t.Context(), strings.Fields(args), &out)
	return out.String(), err
}

// mustRun runs a subcommand, and returns its output. An exit code is no failure.
func (c *console) mustRun(args, stdin string) string {
	c.t.Helper()
	out, err := c.run(args, stdin)
	var code exitCode
	if err != nil && !errors.As(err, &code) { // reconcile reports differences by its exit code
		c.t.Errorf("%s: %v", args, err)
	}
	return out
}

// queryText runs a query, and returns its one text.
func (c *console) queryText(sql string) (text string) {
	c.t.Helper()
	if err := c.db.QueryRow(c.t.Context(), sql).Scan(&text); err != nil {
		c.t.Fatalf("%s: %v", sql, err)
	}
	return text
}

// writeFile writes a file into the console's folder.
func (c *console) writeFile(name, text string) {
	c.t.Helper()
	if err := os.WriteFile(filepath.Join(c.dir, name), []byte(text), 0o600); err != nil {
		c.t.Fatal(err)
	}
}

// fillIn returns a step's text with the placeholders replaced, and creates the files that the step reads.
func (c *console) fillIn(text string) string {
	c.t.Helper()
	for _, name := range []string{"nok", "lek", "fah", "mai"} {
		if strings.Contains(text, "{code "+name+"}") {
			text = strings.ReplaceAll(text, "{code "+name+"}", c.mustRun("operator totp "+name, ""))
		}
	}
	if strings.Contains(text, "{member}") {
		text = strings.ReplaceAll(text, "{member}", c.queryText("select public_id from member limit 1"))
	}
	switch {
	case strings.Contains(text, "bonus.json"):
		c.writeFile("bonus.json", strings.Replace(c.mustRun("edit bonus WELCOME", ""), `"turnover": 12`, `"turnover": 13`, 1))
	case strings.Contains(text, "slot.json"):
		c.writeFile("slot.json", strings.Replace(c.mustRun("edit slot circus", ""), `"pausedIn": false`, `"pausedIn": true`, 1))
	case strings.Contains(text, "text.json"):
		c.writeFile("text.json", `{"th":"ก","lo":"ກ","en":"a"}`)
	}
	return strings.ReplaceAll(text, "{dir}", c.dir)
}

// The test opens the database and creates the server some thirty times, which takes more than three seconds.
//
// spec D8.5
func TestSubcommand_ThatChangesSomething_WritesItsAuditEntry(t *testing.T) {
	c := newConsole(t)
	labels := readActionLabels(t)
	tested := map[string]bool{"restore": true} // restore has its own test below, with its own database
	for i, s := range steps {
		tested[s.name] = true
		if s.name == "member show" {
			c.createDemoMember()
		}
		stdin := c.fillIn(s.stdin)

		c.mustRun(c.fillIn(s.args), stdin)

		if got, want := c.queryText("select operator || ' ' || action from audit_log order by id desc limit 1"), s.who+" "+s.action; got != want {
			t.Errorf("%d. %s wrote the entry %q, not %q", i+1, s.args, got, want)
		}
		if subject, verb, _ := strings.Cut(s.action, "."); labels[subject][verb] == "" {
			t.Errorf("the console has no text for %s", s.action)
		}
	}
	for _, name := range parseSubcommands() {
		if !tested[name] && noEntry[name] == "" {
			t.Errorf("wallet %s: no step tests its audit entry", name)
		}
	}
	if n := len(parseSubcommands()); n < 20 {
		t.Errorf("only %d subcommands were found: %q", n, parseSubcommands())
	}
}

// readActionLabels returns the console's Thai texts for the actions in the audit log.
func readActionLabels(t *testing.T) map[string]map[string]string {
	t.Helper()
	text, err := os.ReadFile("../../../pwa/src/operator/i18n/th/cashier.json")
	if err != nil {
		t.Fatal(err)
	}
	var texts struct {
		Log struct{ Act map[string]map[string]string }
	}
	if err := json.Unmarshal(text, &texts); err != nil {
		t.Fatal(err)
	}
	return texts.Log.Act
}

// createDemoMember creates the demo member.
func (c *console) createDemoMember() {
	c.t.Helper()
	cfg, err := config.Load()
	if err != nil {
		c.t.Fatal(err)
	}
	err = withDatabase(c.t.Context(), cfg, func(t tools) error {
		_, err := t.server.EnsureDemo(c.t.Context())
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
}

// spec D8.5
func TestRestore_IntoAnEmptyDatabase_AddsItsAuditEntryToTheRestoredOnes(t *testing.T) {
	c := newConsole(t)
	c.mustRun("seed", "")
	c.mustRun("operator add nok admin", "a long password\n")
	file := c.dir + "/all.backup"
	c.mustRun("backup "+file, "")
	c = newConsole(t)

	c.mustRun("restore "+file, "")

	if got := c.queryText("select string_agg(action, ' ' order by id) from audit_log"); got != "content.seed operator.add backup.restore" {
		t.Errorf("the audit log has %q", got)
	}
}
