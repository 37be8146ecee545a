-- name: ListListedBonuses :many
select * from offer where kind = 'bonus' and listed and currency = $1 order by position, code;

-- name: ListOfferCodes :many
select code from offer where kind = $1 order by position, code;

-- name: GetOffer :one
select * from offer where kind = $1 and code = $2;

-- name: UpsertOffer :exec
insert into offer as o (kind, code, position, listed, currency, type, max_received, percent, amount, most, minimum, times, percent_fail, quantity, until, name, description, banners)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
on conflict (kind, code) do update set position = excluded.position, listed = excluded.listed, type = excluded.type,
    max_received = excluded.max_received, percent = excluded.percent, amount = excluded.amount, most = excluded.most, minimum = excluded.minimum,
    times = excluded.times, percent_fail = excluded.percent_fail, quantity = excluded.quantity, until = excluded.until, name = excluded.name,
    description = excluded.description, banners = excluded.banners, edition = o.edition + 1;

-- name: ListDeposits :many
-- Deposits that a bonus may be taken for, the largest first.
select deposit_id, amount from bonus_deposit
where member_id = sqlc.arg(member_id)::bigint and credited_at > sqlc.arg(since)::timestamptz and announced_at > sqlc.arg(since)::timestamptz - interval '7 days'
order by amount desc, deposit_id desc;

-- name: GuardNoActiveBonus :one
select sqlc.arg(code)::text from bonus_taken where member_id = sqlc.arg(member_id)::bigint and ended_at is null;

-- name: GuardReceivedMax :one
-- A lifetime limit counts all accounts of a person.
select sqlc.arg(say)::text from offer b where b.kind = sqlc.arg(kind)::bonus_kind and b.code = sqlc.arg(code)::text and b.max_received <= (
    select count(*) from bonus_taken t where t.kind = b.kind and t.code = b.code
      and (t.member_id = sqlc.arg(member_id)::bigint
        or b.type = 'limit' and t.member_id in (select p.other_id from same_person p where p.member_id = sqlc.arg(member_id)))
      and t.created_at >= case b.type when 'day' then sqlc.arg(day)::timestamptz when 'week' then sqlc.arg(week)::timestamptz else '-infinity' end);

-- name: GuardQuantityLeft :one
-- Refuses if nothing is left of an offer with a quantity. The row is locked, so that the second of two concurrent
-- calls sees what the first has written. "offset 0" keeps the condition outside of the lock: inside, a row that is
-- not full would never be locked.
select sqlc.arg(say)::text from (select o.quantity, o.taken from offer o where o.kind = sqlc.arg(kind)::bonus_kind and o.code = sqlc.arg(code)::text and o.quantity is not null offset 0 for update) as q where q.taken >= q.quantity;

-- name: GuardTermsUnchanged :one
-- Refuses if the offer's terms have changed since they were read.
select 'STALE'::text where not exists (select from offer where kind = sqlc.arg(kind)::bonus_kind and code = sqlc.arg(code)::text and listed and edition = sqlc.arg(edition)::bigint);

-- name: GuardDeposit :one
select sqlc.arg(say)::text where not exists (
    select from bonus_deposit where member_id = sqlc.arg(member_id)::bigint and deposit_id = sqlc.arg(deposit_id)::bigint and credited_at > sqlc.arg(since)::timestamptz);

-- name: InsertTakenBonus :exec
-- Must run after the transfer, which it finds by the transfer's key.
insert into bonus_taken (id, member_id, kind, code, name, currency, amount, deposit_id, deposit, own, needed, percent_fail, fail_at, transfer_id,
    created_at, counted_at, looked_at, version)
select sqlc.arg(id)::uuid, w.owner, sqlc.arg(kind)::bonus_kind, sqlc.arg(code)::text, sqlc.arg(name)::text, w.currency, sqlc.arg(amount)::bigint,
    sqlc.narg(deposit_id)::bigint, sqlc.arg(deposit)::bigint, member_own(w.owner) - sqlc.arg(amount), sqlc.arg(needed)::bigint, sqlc.arg(percent_fail)::int,
    least(greatest(w.balance * sqlc.arg(percent_fail) / 100, sqlc.arg(bonus_end)::bigint), sqlc.arg(fail_most)::bigint),
    (select t.id from transfer t where t.key = sqlc.arg(key)::uuid), sqlc.arg(now)::timestamptz, sqlc.arg(now), sqlc.arg(now), next_version(w.owner)
from account w where w.owner = sqlc.arg(member_id)::bigint and w.role = 'wallet' and allowed();

-- name: CountOfferTaken :exec
update offer set taken = taken + 1 where kind = sqlc.arg(kind)::bonus_kind and code = sqlc.arg(code)::text and quantity is not null and allowed();

-- name: ListTakenBonuses :many
select * from bonus_taken where member_id = $1 order by created_at;

-- name: CountTakenByOthers :many
-- How often the person's other accounts have taken bonuses that have a lifetime limit.
select t.code, count(*) as taken from bonus_taken t join offer b on b.kind = t.kind and b.code = t.code and b.type = 'limit'
where t.kind = 'bonus' and t.member_id in (select p.other_id from same_person p where p.member_id = sqlc.arg(member_id)::bigint)
group by t.code;

-- name: GetTakenBonus :one
select * from bonus_taken where id = $1;

-- name: GetActiveBonus :one
select * from bonus_taken where member_id = $1 and ended_at is null;

-- name: LockActiveBonus :one
select * from bonus_taken where member_id = $1 and ended_at is null for update;

-- name: HasChangedSince :one
select exists (select from bonus_taken where member_id = $1 and version > sqlc.arg(after)::bigint)::boolean as changed;

-- name: HasMovedIntoGame :one
-- Whether money has left the wallet for a game since a transfer.
select exists (
    select from account w join transfer t on t.debit_id = w.id and t.id > sqlc.arg(after)::bigint join account o on o.id = t.credit_id
    where w.owner = sqlc.arg(member_id)::bigint and w.role = 'wallet' and o.kind like 'in\_flight:%'
      and not exists (select from transfer v where v.resolves_id = t.id and v.kind = 'void'))::boolean as touched;

-- name: SumReceivedSince :one
-- What came into the wallet after a transfer, minus what went out. Transfers with games are left out.
select coalesce(sum(x.amount), 0)::bigint from account w cross join lateral (
    select t.amount, t.debit_id as other from transfer t where t.credit_id = w.id and t.id > sqlc.arg(after)::bigint
    union all
    select -t.amount, t.credit_id from transfer t where t.debit_id = w.id and t.id > sqlc.arg(after)::bigint
) as x join account o on o.id = x.other
where w.owner = sqlc.arg(member_id)::bigint and w.role = 'wallet' and o.kind not like 'provider:%' and o.kind not like 'in\_flight:%';

-- name: StoreProgress :exec
update bonus_taken set base = sqlc.arg(base), counted_at = sqlc.arg(counted_at), played = sqlc.arg(played), looked_at = sqlc.arg(now),
    version = case when played <> sqlc.arg(played) then next_version(member_id) else version end
where id = sqlc.arg(id) and ended_at is null;

-- name: EndTakenBonus :exec
update bonus_taken set ended_at = sqlc.arg(now)::timestamptz, ended_by = sqlc.arg(ended_by)::bonus_end, decided_by = sqlc.narg(decided_by), taken_back = sqlc.arg(taken_back),
    back_id = sqlc.narg(back_id), end_line = sqlc.arg(end_line)::uuid, look_at = null, doubt_at = null, version = next_version(member_id)
where id = sqlc.arg(id) and ended_at is null;

-- name: MarkLock :one
select plays, exclusion from bonus_mark for update;

-- name: MarkSet :exec
update bonus_mark set plays = $1, exclusion = $2;

-- name: ScheduleChecks :exec
update bonus_taken set look_at = sqlc.arg(now)::timestamptz where member_id = any(sqlc.arg(members)::bigint[]) and ended_at is null;

-- name: ScheduleClosing :exec
update bonus_taken set closing_at = coalesce(closing_at, sqlc.arg(now)::timestamptz), look_at = sqlc.arg(now)::timestamptz where member_id = any(sqlc.arg(members)::bigint[]) and ended_at is null;

-- name: ScheduleOldChecks :exec
-- Makes a check due for bonuses that have not been checked since a time.
update bonus_taken set look_at = sqlc.arg(now)::timestamptz where ended_at is null and look_at is null and looked_at < sqlc.arg(before)::timestamptz;

-- name: ListDueChecks :many
select * from bonus_taken where ended_at is null and look_at <= sqlc.arg(now)::timestamptz order by look_at limit 500;

-- name: StoreNextCheck :exec
-- Stores when to check a bonus next, unless another check became due since it was read.
update bonus_taken set look_at = sqlc.narg(later)::timestamptz, doubt_at = case when sqlc.arg(doubt)::boolean then coalesce(doubt_at, sqlc.arg(now)::timestamptz) end
where id = sqlc.arg(id) and look_at = sqlc.arg(due)::timestamptz and ended_at is null;

-- name: ListWaitingDoubts :many
select sqlc.embed(b), m.seen as member from bonus_taken b join member_seen m on m.id = b.member_id
where b.ended_at is null and b.doubt_at < sqlc.arg(before)::timestamptz and (b.doubt_at, b.id::text collate "C") > (sqlc.arg(after)::timestamptz, sqlc.arg(after_id)::text)
and sqlc.arg(member)::bigint in (0, b.member_id)
order by b.doubt_at, b.id::text collate "C" limit sqlc.arg(most)::int;

-- name: CountWaitingDoubts :one
select count(*) as waiting, coalesce(min(doubt_at), now())::timestamptz as oldest from bonus_taken where ended_at is null and doubt_at < sqlc.arg(before)::timestamptz;

-- name: Verify :one
-- Counts bonuses that differ from their transfers or lines, and transfers of these house accounts and lines
-- without a bonus.
select (select count(*) from bonus_taken b
        left join transfer t on t.id = b.transfer_id left join account a on a.id = t.credit_id
        left join statement_line l on l.id = b.id
        left join transfer r on r.id = b.back_id
        left join statement_line e on e.id = b.end_line
        where t.id is null or t.kind <> 'reward' or t.amount <> b.amount or t.currency <> b.currency or a.owner is distinct from b.member_id
           or t.debit_id <> (case b.kind when 'bonus' then 15 else 16 end) + case b.currency when 'LAK' then 500 else 0 end
           or l.id is null or l.member_id <> b.member_id or l.type <> 'bonus' or l.status <> 'SUCCESS' or l.transfer_id is distinct from b.transfer_id
           or (b.ended_at is null) <> (b.ended_by is null) or (b.ended_at is null) <> (b.end_line is null)
           or (b.taken_back > 0) <> (r.id is not null) or (r.id is not null and (r.amount <> b.taken_back or r.debit_id <> t.credit_id or r.credit_id <> t.debit_id or r.kind <> 'reward'))
           or (b.end_line is not null and (e.id is null or e.member_id <> b.member_id or e.type <> 'finish_bonus' or e.transfer_id is distinct from b.back_id)))
     + (select count(*) from transfer t where t.debit_id in (15, 16, 515, 516) and not exists (select from bonus_taken b where b.transfer_id = t.id))
     + (select count(*) from transfer t where t.credit_id in (15, 16, 515, 516) and not exists (select from bonus_taken b where b.back_id = t.id))
     + (select count(*) from statement_line l where l.type = 'finish_bonus' and not exists (select from bonus_taken b where b.end_line = l.id));

-- name: ListSpans :many
-- The times in which members had an active bonus, within a period. Providers report bets in whole seconds.
select member_id, greatest(date_trunc('second', created_at), sqlc.arg(since)::timestamptz)::timestamptz as begins, least(coalesce(ended_at, sqlc.arg(until)), sqlc.arg(until)::timestamptz)::timestamptz as ends
from bonus_taken where member_id = any(sqlc.arg(members)::bigint[]) and created_at < sqlc.arg(until) and (ended_at is null or ended_at > sqlc.arg(since))
order by member_id, created_at;
