-- name: RestoreHouseBalances :exec
-- Computed from the transfers, since a backup is taken between two updates.
update account a set balance = coalesce((
    select sum(case when t.credit_id = a.id then t.amount else -t.amount end) from transfer t where t.credit_id = a.id or t.debit_id = a.id), 0)
where a.id < 1000;

-- name: RestoreHouseBalancesMark :exec
-- All restored transfers have a transaction id below tx_below, and all new ones have one above.
update ledger_fold set tx_below = '3'::xid8;
