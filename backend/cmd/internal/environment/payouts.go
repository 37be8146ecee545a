package environment

import (
	"fmt"
	"slices"
	"strings"

	"krapao/backend/platform/money"
)

// ComparePayouts compares the paid withdrawals in a database with the provider's payouts, in both
// directions. It returns the differences as texts.
func (r *Records) ComparePayouts(database string) (wrong []string, err error) {
	text, err := QueryText(database, "select coalesce(string_agg(id || ' ' || amount, ' ' order by id), '') from withdrawal where state = 'PAID'")
	if err != nil {
		return nil, err
	}
	ours := map[string]money.Satang{}
	for pair := range slices.Chunk(strings.Fields(text), 2) {
		var satang int64
		if _, err := fmt.Sscan(pair[1], &satang); err != nil {
			return nil, err
		}
		ours[pair[0]] = money.Satang(satang)
	}
	for id, amount := range ours {
		if p := r.Payouts[id]; p == nil || !p.Paid() || p.Amount != amount {
			wrong = append(wrong, fmt.Sprintf("withdrawal %s of %s is paid in our ledger, and the provider has %+v", id, amount, p))
		}
	}
	for id, p := range r.Payouts {
		if _, known := ours[id]; p.Paid() && !known {
			wrong = append(wrong, fmt.Sprintf("payout %s of %s was made, and no withdrawal has its reference", id, p.Amount))
		}
	}
	return wrong, nil
}

// MissingRows returns the acknowledged ids for which a database has neither a statement line nor a slip.
func MissingRows(database string, acknowledged []string) (missing []string, err error) {
	text, err := QueryText(database, "select coalesce(string_agg(id::text, ' '), '') from (select id from statement_line union all select id from slip) as kept")
	if err != nil {
		return nil, err
	}
	stored := map[string]bool{}
	for _, id := range strings.Fields(text) {
		stored[id] = true
	}
	for _, id := range acknowledged {
		if !stored[id] {
			missing = append(missing, id)
		}
	}
	return missing, nil
}
