-- Queries about feeds, plays, and the sums of days.

-- name: ListFeedSlots :many
-- Every slot with an account, listed or not.
select * from slot s where exists (select from game_account a where a.slot_code = s.code) order by s.code;

-- name: GetFeedStart :one
select since from game_feed where slot_code = $1;

-- name: InsertFeed :exec
-- A feed begins some time before its slot's first account.
insert into game_feed (slot_code, since, marked_at)
select sqlc.arg(slot_code)::text, coalesce(min(a.created_at), sqlc.arg(now)::timestamptz) - make_interval(secs => sqlc.arg(before)::float8), sqlc.arg(now)
from game_account a where a.slot_code = sqlc.arg(slot_code)
on conflict do nothing;

-- name: AcquireFeed :one
-- Locks the feed for the caller. Returns no row if another caller holds the lock.
update game_feed set busy_until = sqlc.arg(until)::timestamptz
where slot_code = sqlc.arg(slot_code) and busy_until <= sqlc.arg(now)::timestamptz returning *;

-- name: ReleaseFeed :exec
update game_feed set busy_until = '-infinity' where slot_code = sqlc.arg(slot_code) and busy_until = sqlc.arg(until)::timestamptz;

-- name: MoveFeedCursor :execrows
-- Moves the cursor on from where it was read. Changes nothing if another server has moved it.
update game_feed set cursor = sqlc.arg(next), read_at = coalesce(sqlc.narg(read_at)::timestamptz, read_at),
    bad = sqlc.narg(bad)::text, raw = sqlc.narg(raw)::text,
    bad_at = case when sqlc.narg(bad)::text is not null then coalesce(bad_at, sqlc.arg(now)::timestamptz) end
where slot_code = sqlc.arg(slot_code) and cursor = sqlc.arg(cursor);

-- name: MoveSecondCursor :exec
-- Moves the cursor of the second reading on.
update game_feed set earlier = sqlc.arg(next) where slot_code = sqlc.arg(slot_code) and earlier = sqlc.arg(cursor);

-- name: StartSecondReading :exec
update game_feed set earlier = mark, mark = cursor, marked_at = sqlc.arg(now)::timestamptz where slot_code = sqlc.arg(slot_code);

-- name: ListFeeds :many
-- The feed of every slot with an account. A feed that was never read counts as read when its first account was
-- made.
select s.code, s.listed, f.bad_at, coalesce(f.read_at, f.since, (select min(a.created_at) from game_account a where a.slot_code = s.code))::timestamptz as read_at
from slot s left join game_feed f on f.slot_code = s.code
where exists (select from game_account a where a.slot_code = s.code) order by s.code;

-- name: ListPlayers :many
select username, member_id from game_account where slot_code = sqlc.arg(slot_code) and username = any(sqlc.arg(names)::text[]);

-- name: ListCountedRevisions :many
-- The counted revisions of plays.
select * from game_play_key where slot_code = sqlc.arg(slot_code) and play_id = any(sqlc.arg(ids)::text[]);

-- name: AddCountedPlays :many
-- Adds plays that were not counted before, and returns their ids.
insert into game_play_key (slot_code, play_id, member_id, revision, day, bet, payout, valid)
select sqlc.arg(slot_code)::text, p.id, p.member, p.revision, p.day, p.bet, p.payout, p.valid
from (
    select unnest(sqlc.arg(ids)::text[]) as id, unnest(sqlc.arg(members)::bigint[]) as member,
    unnest(sqlc.arg(revisions)::bigint[]) as revision, unnest(sqlc.arg(days)::date[]) as day,
    unnest(sqlc.arg(bets)::bigint[]) as bet, unnest(sqlc.arg(payouts)::bigint[]) as payout,
    unnest(sqlc.arg(valids)::bigint[]) as valid
) p
order by p.id collate "C"
on conflict do nothing returning play_id;

-- name: LockCountedRevisions :many
-- Locks and returns the counted revisions of plays.
select * from game_play_key where slot_code = sqlc.arg(slot_code) and play_id = any(sqlc.arg(ids)::text[]) order by play_id for update;

-- name: UpdateCountedPlays :exec
update game_play_key k set revision = p.revision, bet = p.bet, payout = p.payout, valid = p.valid
from (
    select unnest(sqlc.arg(ids)::text[]) as id, unnest(sqlc.arg(revisions)::bigint[]) as revision,
    unnest(sqlc.arg(bets)::bigint[]) as bet, unnest(sqlc.arg(payouts)::bigint[]) as payout,
    unnest(sqlc.arg(valids)::bigint[]) as valid
) p
where k.slot_code = sqlc.arg(slot_code) and k.play_id = p.id;

-- name: InsertPlays :exec
insert into game_play (slot_code, play_id, revision, member_id, at, bet, payout, valid, taken_at)
select sqlc.arg(slot_code)::text, p.id, p.revision, p.member, p.at, p.bet, p.payout, p.valid, sqlc.arg(now)::timestamptz
from (
    select unnest(sqlc.arg(ids)::text[]) as id, unnest(sqlc.arg(revisions)::bigint[]) as revision,
    unnest(sqlc.arg(members)::bigint[]) as member, unnest(sqlc.arg(ats)::timestamptz[]) as at,
    unnest(sqlc.arg(bets)::bigint[]) as bet, unnest(sqlc.arg(payouts)::bigint[]) as payout,
    unnest(sqlc.arg(valids)::bigint[]) as valid
) p;

-- name: InsertAsidePlays :exec
insert into game_play_aside (slot_code, play_id, revision, why, username, at, bet, payout, valid, credit, taken_at)
select sqlc.arg(slot_code)::text, p.id, p.revision, p.why::game_aside_why, p.username, p.at, p.bet, p.payout, p.valid, p.credit, sqlc.arg(now)::timestamptz
from (
    select unnest(sqlc.arg(ids)::text[]) as id, unnest(sqlc.arg(revisions)::bigint[]) as revision,
    unnest(sqlc.arg(whys)::text[]) as why, unnest(sqlc.arg(usernames)::text[]) as username,
    unnest(sqlc.arg(ats)::timestamptz[]) as at, unnest(sqlc.arg(bets)::bigint[]) as bet,
    unnest(sqlc.arg(payouts)::bigint[]) as payout, unnest(sqlc.arg(valids)::bigint[]) as valid,
    unnest(sqlc.arg(credits)::boolean[]) as credit
) p
order by p.id collate "C", p.revision
on conflict do nothing;

-- name: RemovePlaysToRecount :many
-- Removes and returns plays that are to be judged again. Their player has an account now, or the player's sums now
-- cover the bet.
delete from game_play_aside p using (
    select a.slot_code, a.play_id, a.revision from game_play_aside a
    join game_account g on g.slot_code = a.slot_code and g.username = a.username
    left join game_explained e on e.slot_code = g.slot_code and e.member_id = g.member_id
    join slot s on s.code = a.slot_code
    cross join lateral (select a.bet::numeric * s.units_for / s.units_of as bet, (a.payout - a.bet)::numeric * s.units_for / s.units_of as net) ours
    left join game_feed f on f.slot_code = a.slot_code
    left join lateral funds_beside(a.slot_code, g.member_id, a.play_id, least(greatest(a.at, f.since), sqlc.arg(now)::timestamptz)) b on a.why = 'ABOVE_FUNDS'
    where a.slot_code = sqlc.arg(slot_code) and (a.why = 'NO_ACCOUNT' or (
        a.why = 'ABOVE_FUNDS' and a.dismissed_at is null
        and ours.bet <= e.explained + b.lost_later + b.taken and (ours.net >= 0 or e.explained + ours.net + b.taken >= 0)
    ))
    order by a.at, a.play_id, a.revision limit sqlc.arg(most)::int for update of a skip locked
) as known
where p.slot_code = known.slot_code and p.play_id = known.play_id and p.revision = known.revision
returning p.*;

-- name: ListSlotsWithAsidePlays :many
select distinct a.slot_code from game_play_aside a join game_account g on g.slot_code = a.slot_code and g.username = a.username
where a.why = 'NO_ACCOUNT' or (a.why = 'ABOVE_FUNDS' and a.dismissed_at is null) order by 1;

-- name: CountAsidePlays :many
select why, count(*) as plays from game_play_aside where dismissed_at is null group by why;

-- name: ListAsideItems :many
-- Plays that people decide: credits without a play, and bets above the player's funds that nothing explained within the lag.
select p.item::text as id, p.*, s.name, s.currency, s.units_of, s.units_for, v.seen as member
from game_play_aside p join slot s on s.code = p.slot_code
join game_account a on a.slot_code = p.slot_code and a.username = p.username
join member_seen v on v.id = a.member_id
left join game_feed f on f.slot_code = p.slot_code
where p.why = sqlc.arg(why) and p.dismissed_at is null and sqlc.arg(member)::bigint in (0, a.member_id)
    and (p.why = 'CREDIT' or p.taken_at < f.read_at - make_interval(secs => s.lag))
    and not exists (select from game_play_key k where k.slot_code = p.slot_code and k.play_id = p.play_id and k.revision >= p.revision)
    and (p.taken_at, p.item::text collate "C") > (sqlc.arg(after)::timestamptz, sqlc.arg(after_id)::text)
order by p.taken_at, p.item::text collate "C" limit sqlc.arg(most)::int;

-- name: CountAsideItems :one
select count(*) as waiting, coalesce(min(p.taken_at), now())::timestamptz as oldest
from game_play_aside p join slot s on s.code = p.slot_code join game_account a on a.slot_code = p.slot_code and a.username = p.username
left join game_feed f on f.slot_code = p.slot_code
where p.why = sqlc.arg(why) and p.dismissed_at is null and (p.why = 'CREDIT' or p.taken_at < f.read_at - make_interval(secs => s.lag))
    and not exists (select from game_play_key k where k.slot_code = p.slot_code and k.play_id = p.play_id and k.revision >= p.revision);

-- name: LockAsidePlay :one
select sqlc.embed(p), a.member_id from game_play_aside p join game_account a on a.slot_code = p.slot_code and a.username = p.username
where p.item = sqlc.arg(item)::bigint and p.why in ('ABOVE_FUNDS', 'CREDIT') and p.dismissed_at is null for update of p;

-- name: DismissAsidePlay :exec
update game_play_aside set dismissed_at = sqlc.arg(now)::timestamptz, dismissed_by = sqlc.arg(by)::bigint where item = sqlc.arg(item)::bigint;

-- name: DeleteAsidePlay :exec
delete from game_play_aside where item = sqlc.arg(item)::bigint;

-- name: AddToDays :exec
-- Adds the plays of a batch to the days of their bets, or to today if the day is closed. The row of game_book is
-- locked first, so that two batches never deadlock.
with book as (update game_book set version = version + 1 returning version, closed)
insert into game_day as d (member_id, slot_code, day, plays, bet, payout, valid, version)
select p.member, sqlc.arg(slot_code)::text, case when p.day > b.closed then p.day else greatest(sqlc.arg(today)::date, b.closed + 1) end as counted,
    sum(p.plays)::bigint, sum(p.bet)::bigint, sum(p.payout)::bigint, sum(p.valid)::bigint, b.version
from book b cross join (
    select unnest(sqlc.arg(members)::bigint[]) as member, unnest(sqlc.arg(days)::date[]) as day,
    unnest(sqlc.arg(plays)::bigint[]) as plays, unnest(sqlc.arg(bets)::bigint[]) as bet,
    unnest(sqlc.arg(payouts)::bigint[]) as payout, unnest(sqlc.arg(valids)::bigint[]) as valid
) p
group by p.member, counted, b.version order by p.member, counted
on conflict (member_id, slot_code, day) do update set plays = d.plays + excluded.plays, bet = d.bet + excluded.bet,
    payout = d.payout + excluded.payout, valid = d.valid + excluded.valid, version = excluded.version;

-- name: ListDays :many
select * from game_day where member_id = sqlc.arg(member_id) and day >= sqlc.arg(first)::date and day <= sqlc.arg(last)::date order by day, slot_code;

-- name: ListChangedDays :many
-- A page with all rows of its last version, so that a reader that continues after that version misses nothing.
select * from game_day where version > sqlc.arg(after)::bigint order by version fetch first (sqlc.arg(most)::int) rows with ties;

-- name: GetLastClosedDay :one
select closed from game_book;

-- name: CloseDay :execrows
update game_book set closed = sqlc.arg(day)::date where closed = sqlc.arg(day)::date - 1;

-- name: VerifyPlays :one
-- Counts pairs of member and slot whose days differ from the counted plays.
select count(*) from (
    select k.member_id, k.slot_code, count(*)::numeric as plays, sum(k.bet) as bet, sum(k.payout) as payout, sum(k.valid) as valid
    from game_play_key k group by k.member_id, k.slot_code
) k full join (
    select d.member_id, d.slot_code, sum(d.plays) as plays, sum(d.bet) as bet, sum(d.payout) as payout, sum(d.valid) as valid
    from game_day d group by d.member_id, d.slot_code
) d on d.member_id = k.member_id and d.slot_code = k.slot_code
where (k.plays, k.bet, k.payout, k.valid) is distinct from (d.plays, d.bet, d.payout, d.valid);

-- name: ListPlayedBetween :many
-- What a member's plays of a period count as turnover: their last revision, weighted by the slot's share. The sums
-- are split at the given times, which must be sorted.
select width_bucket(p.at, sqlc.arg(splits)::timestamptz[])::int as part, coalesce(sum(p.valid * s.share / 100), 0)::bigint as counted
from (
    select r.slot_code, r.play_id, min(r.at)::timestamptz as at, k.valid from game_play r
    join game_play_key k on k.slot_code = r.slot_code and k.play_id = r.play_id and k.member_id = r.member_id
    where r.member_id = sqlc.arg(member_id)::bigint and r.at >= sqlc.arg(since)::timestamptz and r.at < sqlc.arg(until)::timestamptz
    group by r.slot_code, r.play_id, k.valid
) p join slot s on s.code = p.slot_code
group by 1 order by 1;


-- name: SumNetWins :many
-- What members won by bets of given periods, or lost (below 0). Each play counts with its last revision.
select s.member::bigint as member_id, sum(k.payout - k.bet)::bigint as net
from (
    select unnest(sqlc.arg(members)::bigint[]) as member, unnest(sqlc.arg(begins)::timestamptz[]) as begins, unnest(sqlc.arg(ends)::timestamptz[]) as ends
) s
cross join lateral (select distinct r.slot_code, r.play_id from game_play r where r.member_id = s.member and r.at >= s.begins and r.at < s.ends) p
join game_play_key k on k.slot_code = p.slot_code and k.play_id = p.play_id and k.member_id = s.member
group by s.member order by s.member;
