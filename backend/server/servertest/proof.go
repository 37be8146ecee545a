package servertest

import "context"

// proofUpTo stores a proof of the transfers and plays up to a share of the history, as a check at that time would.
const proofUpTo = `
	with bound as (
		select coalesce((select percentile_disc($1) within group (order by tx::text::bigint) from transfer), 0)::text::xid8 as tx
	), leg as (
		select debit_id as id, -amount as amount, tx from transfer where debit_id < 1000
		union all select credit_id, amount, tx from transfer where credit_id < 1000
	), house as (
		select id, sum(amount)::bigint as balance from leg, bound where leg.tx < bound.tx group by id
	)
	insert into ledger_proof (tx_below, houses, balances, plays, proven_at)
	select tx, (select coalesce(array_agg(id order by id), '{}') from house), (select coalesce(array_agg(balance order by id), '{}') from house),
		coalesce((select percentile_disc($1) within group (order by version) from game_day), 0) - 1, now()
	from bound`

// checkChangedSince fails the test if the check of the members who changed since then finds something.
func (h *Environment) checkChangedSince(share float64) {
	h.t.Helper()
	h.Exec("delete from ledger_proof")
	h.Exec(proofUpTo, share)
	findings, err := h.Proof().CheckChanged(context.Background())
	if err != nil {
		h.t.Fatal(err)
	}
	for _, f := range findings {
		if f.Broken != 0 {
			h.t.Errorf("members who changed in the last part of the history (from %.0f %%): %s: %d", share*100, f.Invariant, f.Broken)
		}
	}
}
