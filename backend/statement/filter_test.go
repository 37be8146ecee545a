package statement_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"krapao/backend/platform/clock"
	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
	"krapao/backend/statement"
	"krapao/backend/statement/internal/db"
)

type filter map[string]any

func listLines(m *servertest.Client, query filter) (l statement.StatementPage) {
	m.Call("POST", "/api/statement", query).Want(http.StatusOK).Into(&l)
	return l
}

// insertLine inserts a line with a given creation time. API calls always use the current time.
func insertLine(h *servertest.Environment, m *servertest.Client, kind, status string, amount money.Satang, at time.Time) {
	h.Exec(`insert into statement_line (id, member_id, type, status, from_kind, from_code, from_account, to_kind, to_code, to_account, amount, currency, transfer_id, version, created_at)
		values ($1::uuid, $2, $3::text::statement_type, $4::text::statement_status, 'bank', 'KTB', '', 'wallet', '', '', $5, 'BAHT', -abs(hashtext($1::uuid::text)), next_version($2), $6)`,
		uuid.New(), m.ID(), kind, status, int64(amount), at)
}

func bangkokTime(month time.Month, day, hour, minute, second int, fraction time.Duration) time.Time {
	return time.Date(2026, month, day, hour, minute, second, int(fraction), clock.Bangkok)
}

func TestList_Month_HasFirstAndLastMomentInBangkok(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	for i, at := range []time.Time{
		bangkokTime(10, 31, 23, 59, 59, 999*time.Millisecond), bangkokTime(11, 1, 0, 0, 0, 0),
		bangkokTime(11, 30, 23, 59, 59, 999*time.Millisecond), bangkokTime(12, 1, 0, 0, 0, 0),
	} {
		insertLine(h, m, "deposit", "SUCCESS", money.Satang(1+i), at)
	}

	for month, want := range map[string]struct{ total, in money.Satang }{"2026-10": {1, 1}, "2026-11": {2, 2 + 3}, "2026-12": {1, 4}, "2027-01": {}} {
		got := listLines(m, filter{"month": month})
		var in money.Satang
		for _, sum := range *got.Totals {
			in += sum.In
		}
		if got.Total != int64(want.total) || len(got.Statements) != int(want.total) || in != want.in {
			t.Errorf("%s: %d lines, %s in; want %d, %s", month, got.Total, in, want.total, want.in)
		}
	}
}

func TestList_Totals_CountOnlySuccessfulDepositsBonusesAndWithdrawals(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m, other := h.AddMember(), h.AddMember()
	at := bangkokTime(11, 15, 12, 0, 0, 0)
	for _, l := range []struct {
		kind, status string
		amount       money.Satang
	}{
		{"deposit", "SUCCESS", 10_001},
		{"deposit", "SUCCESS", 2},
		{"deposit", "FAILED", 100_000},
		{"deposit", "PENDING", 100_000},
		{"bonus", "SUCCESS", 500},
		{"finish_bonus", "SUCCESS", 70_000},
		{"transfer", "SUCCESS", 80_000},
		{"withdraw", "SUCCESS", 3_005},
		{"withdraw", "FAILED", 100_000},
		{"withdraw", "PENDING", 100_000},
	} {
		insertLine(h, m, l.kind, l.status, l.amount, at)
	}
	insertLine(h, other, "deposit", "SUCCESS", 99_999, at)

	for kind, want := range map[string]struct {
		lines   int64
		in, out money.Satang
	}{
		"": {10, 10_503, 3_005}, "deposit": {4, 10_003, 0}, "withdraw": {3, 0, 3_005}, "transfer": {1, 0, 0}, "bonus": {2, 500, 0},
	} {
		query := filter{"month": "2026-11"}
		if kind != "" {
			query["type"] = kind
		}
		got := listLines(m, query)
		if sum := (*got.Totals)[0]; got.Total != want.lines || len(*got.Totals) != 1 || sum != (statement.Totals{Currency: "BAHT", In: want.in, Out: want.out}) {
			t.Errorf("%q: %d lines, %+v; want %+v", kind, got.Total, *got.Totals, want)
		}
	}
}

func TestList_FilteredPages_HaveEachLineOnce(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	for i := range 50 {
		kind := []string{"deposit", "withdraw"}[i%2]
		insertLine(h, m, kind, "SUCCESS", money.Satang(1+i), bangkokTime(11, 1+i/2, 12, i, 0, 0))
	}

	var seen []money.Satang
	for page := 1; page <= 4; page++ {
		got := listLines(m, filter{"type": "deposit", "month": "2026-11", "page": page})
		for _, l := range got.Statements {
			seen = append(seen, l.Amount)
		}
		if got.Total != 25 || (*got.Totals)[0].In != 25*25 {
			t.Errorf("page %d: %d lines, %+v", page, got.Total, *got.Totals)
		}
	}

	if len(seen) != 25 {
		t.Fatalf("%v", seen)
	}
	for i, amount := range seen {
		if amount != money.Satang(49-2*i) {
			t.Errorf("%v", seen)
			break
		}
	}
}

func TestList_WithoutFilter_HasNoTotals(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	m.CreditWallet(money.Baht(10))

	var got map[string]json.RawMessage
	m.Call("POST", "/api/statement", filter{}).Want(http.StatusOK).Into(&got)

	if len(got) != 2 || string(got["total"]) != "1" || got["statements"] == nil {
		t.Errorf("%s", got)
	}
}

func TestList_InvalidFilter_IsRefusedWithItsField(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()

	for field, bad := range map[string][]any{
		"type":  {"finish_bonus", "Deposit", "x", 1},
		"month": {"2026-13", "2026-00", "2026-1", "26-11", "2026-11-01", " 2026-11", "1999-12", "x", 202611},
	} {
		for _, value := range bad {
			got := m.Call("POST", "/api/statement", filter{field: value}).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
			if got.Field(field) != "INVALID_USER_INFO" {
				t.Errorf("%s %v: %s", field, value, got.Body)
			}
		}
	}
}

// The test compares the row counts of the query plan, not durations.
func TestList_LongHistory_IsReadByItsIndexOnly(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	h.Exec(`insert into statement_line (id, member_id, type, status, from_kind, from_code, from_account, to_kind, to_code, to_account, amount, currency, transfer_id, version, created_at)
		select gen_random_uuid(), $1, (array['deposit', 'withdraw', 'transfer', 'bonus'])[1 + n % 4]::statement_type, 'SUCCESS', 'bank', 'KTB', '', 'wallet', '', '', 100, 'BAHT', -n, n,
			timestamptz '2026-12-01 00:00+07' - n * interval '5 minutes' from generate_series(1, 100000) n`, m.ID())
	h.Exec("vacuum analyze statement_line")
	since, until := bangkokTime(11, 1, 0, 0, 0, 0), bangkokTime(12, 1, 0, 0, 0, 0)
	month := []any{m.ID(), since, until, []string{"bonus", "finish_bonus"}}

	for name, q := range map[string]struct {
		query string
		args  []any
		most  float64 // index entries
	}{
		"a page of a month":     {db.ListLines, append(month, 0, 10), 100},
		"the count of a month":  {db.CountLines, month, 9000},
		"the totals of a month": {db.SumLines, month, 9000},
		"a page of all times":   {db.ListLines, []any{m.ID(), time.Time{}, until, []string{"bonus"}, 0, 10}, 100},
	} {
		plan := explainQuery(t, h, q.query, q.args)
		if !strings.Contains(plan, `"Index Name": "statement_line_page"`) || strings.Contains(plan, "Seq Scan") || strings.Contains(plan, `"Sort"`) && name != "the totals of a month" {
			t.Errorf("%s: %s", name, plan)
		}
		if read := countEntriesRead(t, plan); read > q.most {
			t.Errorf("%s reads %v entries, at most %v", name, read, q.most)
		}
	}
}

func explainQuery(t *testing.T, h *servertest.Environment, query string, args []any) (plan string) {
	t.Helper()
	_, statement, _ := strings.Cut(query, "\n")
	if err := h.Pool.QueryRow(t.Context(), "explain (analyze, timing off, format json) "+statement, args...).Scan(&plan); err != nil {
		t.Fatal(err)
	}
	return plan
}

// countEntriesRead returns how many index entries the scan read.
func countEntriesRead(t *testing.T, plan string) (read float64) {
	t.Helper()
	type node struct {
		Rows    float64 `json:"Actual Rows"`
		Removed float64 `json:"Rows Removed by Filter"`
		Plans   []node
	}
	var plans []struct{ Plan node }
	if err := json.Unmarshal([]byte(plan), &plans); err != nil {
		t.Fatal(err)
	}
	for n := &plans[0].Plan; ; n = &n.Plans[0] {
		if len(n.Plans) == 0 {
			return n.Rows + n.Removed
		}
	}
}

func TestByReference_ReferenceOfLine_ReturnsTheLine(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	m.CreditWallet(money.Baht(10))
	line := m.Lines()[0]
	reference := statement.Reference(line.ID)
	mistyped := strings.NewReplacer("0", "o", "1", "l", "-", " ").Replace(strings.ToLower(reference))

	for _, text := range []string{reference, mistyped, strings.ReplaceAll(reference, "-", ""), line.ID.String()} {
		lines, err := h.Server.Statement.FindByReference(t.Context(), text)
		if err != nil || len(lines) != 1 || lines[0].ID != line.ID || lines[0].MemberID != m.ID() {
			t.Errorf("%q finds %+v, %v", text, lines, err)
		}
	}
	for _, text := range []string{"", "x", reference[:10], "UUUUU-UUUUU", "ZZZZZ-ZZZZZ", "00000-00000"} {
		if lines, err := h.Server.Statement.FindByReference(t.Context(), text); err != nil || len(lines) != 0 {
			t.Errorf("%q finds %+v, %v", text, lines, err)
		}
	}
}

// The app's test checks the same examples (reference.test.ts).
func TestReference_OfID_EqualsTheAppsReference(t *testing.T) {
	for id, want := range map[string]string{
		"00000000-0000-4000-8000-000000000000": "00000-00000",
		"ffffffff-ffff-4fff-bfff-ffffffffffff": "7ZZZZ-ZZZZZ",
		"0198c1a2-b3d4-7e5f-8a6b-7c8d9e0f1a2b": "01K30-T5CYM",
	} {
		if got := statement.Reference(uuid.MustParse(id)); got != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
	}
}
