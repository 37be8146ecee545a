-- name: AddToDay :exec
insert into money_day as d (member_id, day, deposited, withdrawn) values ($1, $2, $3, $4)
on conflict (member_id, day) do update set deposited = d.deposited + excluded.deposited, withdrawn = d.withdrawn + excluded.withdrawn;

-- name: ListDaysSince :many
select day, deposited, withdrawn from money_day where member_id = $1 and day >= $2 order by day;

-- name: SumDepositsSince :one
select coalesce(sum(deposited), 0)::bigint from money_day where member_id = $1 and day >= $2;

-- name: SumMoneyInAndOut :one
select coalesce(sum(deposited), 0)::bigint as deposited, coalesce(sum(withdrawn), 0)::bigint as withdrawn from money_day where member_id = $1;

-- name: ListLimits :many
select * from deposit_limit where member_id = $1 order by period;

-- name: UpsertLimit :exec
insert into deposit_limit (member_id, period, most, pending, pending_most, pending_from) values ($1, $2, $3, $4, $5, $6)
on conflict (member_id, period) do update
set most = excluded.most, pending = excluded.pending, pending_most = excluded.pending_most, pending_from = excluded.pending_from;

-- name: GuardDepositLimit :one
-- Refuses an amount that would exceed one of the member's deposit limits.
select 'DEPOSIT_LIMIT'::text
from deposit_limit l cross join lateral (
    select coalesce(sum(d.deposited), 0)::bigint as used from money_day d
    where d.member_id = l.member_id and d.day >= case l.period when 'day' then sqlc.arg(day)::date when 'week' then sqlc.arg(week)::date else sqlc.arg(month)::date end
) as so_far
where l.member_id = sqlc.arg(member_id)::bigint and sqlc.arg(amount)::bigint > l.most - so_far.used
order by l.period limit 1;

-- name: GetPassedLimit :one
-- The limit that an amount would exceed, and what is left of the limit.
select l.period, greatest(l.most - so_far.used, 0)::bigint as left_over
from deposit_limit l cross join lateral (
    select coalesce(sum(d.deposited), 0)::bigint as used from money_day d
    where d.member_id = l.member_id and d.day >= case l.period when 'day' then sqlc.arg(day)::date when 'week' then sqlc.arg(week)::date else sqlc.arg(month)::date end
) as so_far
where l.member_id = sqlc.arg(member_id)::bigint and sqlc.arg(amount)::bigint > l.most - so_far.used
order by l.period limit 1;
