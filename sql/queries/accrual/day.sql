-- Queries with which days are closed: their terms, their players, the marks, and what members earn.

-- name: UpsertTerms :exec
-- The first terms of a day are final.
insert into accrual_terms (day, kind, success, fail, most, most_kip) values ($1, $2, $3, $4, $5, $6) on conflict do nothing;

-- name: ListTerms :many
-- A day without terms has the terms of the last day before it.
select distinct on (kind) * from accrual_terms where day <= sqlc.arg(day)::date order by kind, day desc;

-- name: LockProgress :many
-- Locks the closing of days for the caller. Returns no row if another caller holds the lock.
select b.*, (select g.closed from game_book g) as played from accrual_book b for update of b skip locked;

-- name: GetProgress :one
select * from accrual_book;

-- name: StoreProgress :exec
update accrual_book set closed = $1, after_member = $2;

-- name: ListPlayers :many
-- A page of the members who played on a day, each with the inviter. An inviter with another currency is left out.
-- "offset 0" makes PostgreSQL look each member up, because a batch must not read all members.
select m.id, m.currency, d.net, i.id as inviter, (i.id is not null and exists (select from same_person p where p.member_id = m.id and p.other_id = i.id offset 0))::boolean as barred,
    case m.currency when 'LAK' then unexplained_win(m.id, sqlc.arg(member_kip)::bigint, sqlc.arg(slot_kip)::bigint)
        else unexplained_win(m.id, sqlc.arg(member_baht)::bigint, sqlc.arg(slot_baht)::bigint) end > 0 as unexplained
from (
    select g.member_id, sum(g.payout - g.bet)::bigint as net from game_day g
    where g.day = sqlc.arg(day)::date and g.member_id > sqlc.arg(after)::bigint
    group by g.member_id order by g.member_id limit sqlc.arg(most)::int
) d
cross join lateral (select p.id, p.currency, p.invited_by from member p where p.id = d.member_id offset 0) m
left join member i on i.id = m.invited_by and i.currency = m.currency
order by m.id;

-- name: ListMarks :many
-- The marks of some subjects.
select * from accrual_mark where subject_id = any(sqlc.arg(subjects)::bigint[]) and kind = any(array['INVITE', 'REFUND']::accrual_kind[]);

-- name: LockAccounts :many
select * from accrual_account where member_id = any(sqlc.arg(members)::bigint[]) and kind = any(array['INVITE', 'REFUND']::accrual_kind[])
order by kind, member_id for update;

-- name: UpsertMarks :exec
insert into accrual_mark (kind, member_id, subject_id, day, net, left_out, low, high, earned, barred_at)
select k.kind::accrual_kind, k.member, k.subject, sqlc.arg(day)::date, k.net, k.left_out, k.low, k.high, k.earned, case when k.barred then sqlc.arg(now)::timestamptz end
from (
    select unnest(sqlc.arg(kinds)::text[]) as kind, unnest(sqlc.arg(members)::bigint[]) as member, unnest(sqlc.arg(subjects)::bigint[]) as subject,
    unnest(sqlc.arg(nets)::bigint[]) as net, unnest(sqlc.arg(lefts)::bigint[]) as left_out, unnest(sqlc.arg(lows)::bigint[]) as low,
    unnest(sqlc.arg(highs)::bigint[]) as high, unnest(sqlc.arg(earneds)::bigint[]) as earned, unnest(sqlc.arg(barreds)::boolean[]) as barred
) k
on conflict (kind, member_id, subject_id) do update set day = excluded.day, net = excluded.net, left_out = excluded.left_out, low = excluded.low,
    high = excluded.high, earned = excluded.earned, barred_at = coalesce(accrual_mark.barred_at, excluded.barred_at);

-- name: UpsertAccounts :exec
insert into accrual_account (kind, member_id, currency, balance, day, day_sum)
select k.kind::accrual_kind, k.member, k.currency, k.balance, sqlc.arg(day)::date, k.sum
from (
    select unnest(sqlc.arg(kinds)::text[]) as kind, unnest(sqlc.arg(members)::bigint[]) as member, unnest(sqlc.arg(currencies)::text[]) as currency,
    unnest(sqlc.arg(balances)::bigint[]) as balance, unnest(sqlc.arg(sums)::bigint[]) as sum
) k
order by k.kind, k.member
on conflict (kind, member_id) do update set balance = excluded.balance, day = excluded.day, day_sum = excluded.day_sum;

-- name: InsertAccruals :exec
-- Must be the last statement of its transaction: a version is a lock until the commit, taken in the order of
-- members.
with of_member as materialized (
    select v.member, next_version(v.member) as version from (select distinct m.m as member from unnest(sqlc.arg(members)::bigint[]) m(m) order by 1) v
)
insert into accrual (kind, member_id, subject_id, day, why, amount, created_at, version)
select k.kind::accrual_kind, k.member, k.subject, sqlc.arg(day)::date, k.why::accrual_why, k.amount, sqlc.arg(now)::timestamptz, v.version
from (
    select unnest(sqlc.arg(kinds)::text[]) as kind, unnest(sqlc.arg(members)::bigint[]) as member, unnest(sqlc.arg(subjects)::bigint[]) as subject,
    unnest(sqlc.arg(whys)::text[]) as why, unnest(sqlc.arg(amounts)::bigint[]) as amount
) k join of_member v on v.member = k.member
order by k.kind, k.member, k.subject, k.why desc;
