-- Queries about the explained and unexplained sums of members in games.

-- name: ListExplained :many
select member_id, since, explained from game_explained where slot_code = sqlc.arg(slot_code) and member_id = any(sqlc.arg(members)::bigint[]);

-- name: ListExtraFunds :many
select w.id::text as id, b.lost_later::bigint as lost_later, b.taken::bigint as taken
from (
    select unnest(sqlc.arg(ids)::text[]) as id, unnest(sqlc.arg(members)::bigint[]) as member, unnest(sqlc.arg(ats)::timestamptz[]) as at
) w cross join lateral funds_beside(sqlc.arg(slot_code)::text, w.member, w.id, w.at) b;

-- name: AddPlayed :exec
-- Adds the results of plays: won if above 0, lost if below 0.
select reckon(p.member, sqlc.arg(slot_code)::text, 0, 0, p.won, p.lost, 0, sqlc.arg(now)::timestamptz)
from (
    select d.member, coalesce(sum(d.net) filter (where d.net > 0), 0)::bigint as won, coalesce(-sum(d.net) filter (where d.net < 0), 0)::bigint as lost
    from (select unnest(sqlc.arg(members)::bigint[]) as member, unnest(sqlc.arg(nets)::bigint[]) as net) d
    group by d.member order by d.member
) p;

-- name: GuardUnexplained :one
-- Refuses a transfer into a slot that would leave less in the wallet than the unexplained sums of the other slots.
select sqlc.arg(code)::text from account w
cross join lateral (select unexplained_win(w.owner, sqlc.arg(member_bound)::bigint, sqlc.arg(slot_bound)::bigint) as sum) kept
where w.owner = sqlc.arg(member_id)::bigint and w.role = 'wallet' and kept.sum > 0
    and w.balance - sqlc.arg(amount)::bigint < kept.sum - coalesce((select e.open_sum from game_explained e where e.member_id = w.owner and e.slot_code = sqlc.arg(slot_code)::text), 0);

-- name: ListWinItems :many
-- Members whose unexplained sums are above a bound, one row for each slot.
with bound (currency, member, slot) as (
    values ('BAHT', sqlc.arg(member_baht)::bigint, sqlc.arg(slot_baht)::bigint), ('LAK', sqlc.arg(member_kip)::bigint, sqlc.arg(slot_kip)::bigint)
), summed as (
    select e.*, sum(e.open_sum) over (partition by e.member_id) > b.member or sum(least(e.open_sum, b.member)) over (partition by e.slot_code) > b.slot as waits
    from game_explained e join slot s on s.code = e.slot_code join bound b on b.currency = s.currency where e.is_open
)
select (x.slot_code || '.' || m.public_id)::text as id, x.slot_code, x.member_id, x.start, x.moved_in, x.moved_out, x.net, x.settled, x.open_sum, x.unexplained_at::timestamptz as since,
    s.name, s.currency, s.lag, f.read_at, a.username, a.units, a.asked_at, w.balance, v.seen as member
from summed x join slot s on s.code = x.slot_code join member m on m.id = x.member_id join member_seen v on v.id = x.member_id
join game_account a on a.member_id = x.member_id and a.slot_code = x.slot_code
join account w on w.owner = x.member_id and w.role = 'wallet'
left join game_feed f on f.slot_code = x.slot_code
where x.waits and sqlc.arg(member)::bigint in (0, x.member_id)
    and (x.unexplained_at, x.slot_code || '.' || m.public_id collate "C") > (sqlc.arg(after)::timestamptz, sqlc.arg(after_id)::text)
order by x.unexplained_at, x.slot_code || '.' || m.public_id collate "C" limit sqlc.arg(most)::int;

-- name: CountWinItems :one
with bound (currency, member, slot) as (
    values ('BAHT', sqlc.arg(member_baht)::bigint, sqlc.arg(slot_baht)::bigint), ('LAK', sqlc.arg(member_kip)::bigint, sqlc.arg(slot_kip)::bigint)
), summed as (
    select e.unexplained_at, sum(e.open_sum) over (partition by e.member_id) > b.member or sum(least(e.open_sum, b.member)) over (partition by e.slot_code) > b.slot as waits
    from game_explained e join slot s on s.code = e.slot_code join bound b on b.currency = s.currency where e.is_open
)
select count(*) as waiting, coalesce(min(unexplained_at), now())::timestamptz as oldest from summed where waits;

-- name: LockExplained :one
select e.open_sum, e.unexplained_at::timestamptz as since, w.balance from game_explained e join account w on w.owner = e.member_id and w.role = 'wallet'
where e.slot_code = sqlc.arg(slot_code)::text and e.member_id = sqlc.arg(member_id)::bigint and e.is_open for update of e;

-- name: AddSettled :exec
-- An accepted or booked back sum counts as explained.
with added as (
    insert into game_settled (id, member_id, slot_code, amount, booked_id, decided_by, decided_at) values ($1, $2, $3, $4, $5, $6, $7) returning *)
select reckon(a.member_id, a.slot_code, 0, 0, 0, 0, a.amount, a.decided_at) from added a;

-- name: ListSlotItems :many
-- Slots whose transfers out are paused because of unexplained sums, and listed slots whose feed has not been read
-- for longer than the lag.
select * from (
    select s.code, s.name, s.currency, s.lag, f.read_at, s.held_out, slot_unexplained(s.code, b.member, 'infinity')::bigint as amount,
        case when s.held_out then coalesce((select min(e.unexplained_at) from game_explained e where e.slot_code = s.code and e.is_open), sqlc.arg(now)::timestamptz)
            else coalesce(f.read_at, f.since) end::timestamptz as since
    from slot s join game_feed f on f.slot_code = s.code
    join (values ('BAHT', sqlc.arg(member_baht)::bigint), ('LAK', sqlc.arg(member_kip)::bigint)) as b (currency, member) on b.currency = s.currency
    where s.held_out or (s.listed and coalesce(f.read_at, f.since) < sqlc.arg(now)::timestamptz - make_interval(secs => s.lag))
) i
where (i.since, i.code collate "C") > (sqlc.arg(after)::timestamptz, sqlc.arg(after_id)::text)
order by i.since, i.code collate "C" limit sqlc.arg(most)::int;

-- name: ListUnexplainedSlots :many
-- Each slot with the unexplained sum that its members have taken out, and the part that is older than the slot's
-- lag when the feed was read last.
select s.code, s.name, s.currency, s.lag, s.held_out, f.read_at,
    slot_unexplained(s.code, sqlc.arg(member_bound)::bigint, 'infinity')::bigint as amount,
    slot_unexplained(s.code, sqlc.arg(member_bound), coalesce(f.read_at, '-infinity') - make_interval(secs => s.lag))::bigint as late
from slot s left join game_feed f on f.slot_code = s.code
where s.currency = sqlc.arg(currency)::text and (s.held_out or exists (select from game_explained e where e.slot_code = s.code and e.is_open))
order by s.code;

-- name: SetSlotHeldOut :execrows
update slot set held_out = sqlc.arg(held_out) where code = sqlc.arg(code) and held_out <> sqlc.arg(held_out);

-- name: VerifyExplained :one
-- Accounts whose sums differ from their transfers, their plays, or from each other, and accounts without sums.
select count(*) from game_account g left join game_explained e on e.member_id = g.member_id and e.slot_code = g.slot_code
left join (
    select t.member_id, l.slot_code,
        coalesce(sum(t.amount) filter (where l.into_game and (l.ended = 'DONE' or f.leg_id is not null or (l.ended is null and l.sends > 0))), 0) as moved_in,
        coalesce(sum(t.amount) filter (where not l.into_game and (l.ended = 'DONE' or f.leg_id is not null)), 0) as moved_out
    from game_leg l join game_transfer t on t.id = l.transfer_id left join game_late f on f.leg_id = l.id
    group by t.member_id, l.slot_code
) m on m.member_id = e.member_id and m.slot_code = e.slot_code
left join (
    select d.member_id, d.slot_code, sum(d.payout - d.bet) as net from game_day d group by d.member_id, d.slot_code
) p on p.member_id = e.member_id and p.slot_code = e.slot_code
left join (
    select t.member_id, t.slot_code, sum(t.amount) as settled from game_settled t group by t.member_id, t.slot_code
) a on a.member_id = e.member_id and a.slot_code = e.slot_code
where e.member_id is null or e.settled <> coalesce(a.settled, 0) or e.explained - e.unexplained <> e.start + e.moved_in - e.moved_out + e.net + e.settled
    or (e.since is null and (e.moved_in, e.moved_out, e.net) is distinct from (coalesce(m.moved_in, 0), coalesce(m.moved_out, 0), coalesce(p.net, 0)));
