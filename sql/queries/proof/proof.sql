-- name: GetLastProof :many
-- The last proof; no row if there is none.
select tx_below, houses, balances, plays, proven_at from ledger_proof;

-- name: GetPlaysVersion :one
select version from game_book;

-- name: IsStandby :one
select pg_is_in_recovery();

-- name: Store :exec
-- Never replaces a later proof.
insert into ledger_proof (tx_below, houses, balances, plays, proven_at)
values (sqlc.arg(tx_below)::xid8, sqlc.arg(houses)::bigint[], sqlc.arg(balances)::bigint[], sqlc.arg(plays), now())
on conflict (only_row) do update set tx_below = excluded.tx_below, houses = excluded.houses, balances = excluded.balances,
    plays = excluded.plays, proven_at = excluded.proven_at
where ledger_proof.tx_below <= excluded.tx_below;
