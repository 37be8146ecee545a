-- name: DayAdd :exec
insert into money_day as d (member_id, day, deposited, withdrawn) values ($1, $2, $3, $4)
on conflict (member_id, day) do update set deposited = d.deposited + excluded.deposited, withdrawn = d.withdrawn + excluded.withdrawn;

-- name: DaysSince :many
select day, deposited, withdrawn from money_day where member_id = $1 and day >= $2 order by day;

-- name: DepositedSince :one
select coalesce(sum(deposited), 0)::bigint from money_day where member_id = $1 and day >= $2;

-- name: MoneyInAndOut :one
select coalesce(sum(deposited), 0)::bigint as deposited, coalesce(sum(withdrawn), 0)::bigint as withdrawn from money_day where member_id = $1;

-- name: LimitsLock :many
-- Locks them, so that two deposits at once cannot both use the same room.
select * from deposit_limit where member_id = $1 order by period for update;

-- name: Limits :many
select * from deposit_limit where member_id = $1;

-- name: LimitPut :exec
insert into deposit_limit (member_id, period, most, pending, pending_most, pending_from) values ($1, $2, $3, $4, $5, $6)
on conflict (member_id, period) do update
set most = excluded.most, pending = excluded.pending, pending_most = excluded.pending_most, pending_from = excluded.pending_from;
