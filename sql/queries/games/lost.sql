-- Transfers that our ledger lost and that show in a balance.

-- name: GuardLost :one
-- Refuses a call whose first try our ledger may have lost: the account's balance has not been compared yet, or was
-- compared less than a day ago.
select sqlc.arg(code)::text where uncompared(sqlc.arg(member_id)::bigint, sqlc.arg(slot_code)::text, sqlc.arg(now)::timestamptz) is not null
    or exists (select from game_compared c where c.member_id = sqlc.arg(member_id) and c.slot_code = sqlc.arg(slot_code) and c.at > sqlc.arg(now) - interval '1 day');

-- name: DeleteBalanceComparison :many
-- Makes the account's balance be compared again. Returns the open found transfers.
with dropped as (delete from game_compared c where c.member_id = sqlc.arg(member_id)::bigint and c.slot_code = sqlc.arg(slot_code)::text)
select t.id from game_transfer t where t.member_id = sqlc.arg(member_id) and t.done_at is null and t.found_at is not null and coalesce(t.to_slot, t.from_slot) = sqlc.arg(slot_code)::text
order by t.created_at;

-- name: ListUncomparedAccounts :many
-- Accounts in a slot that have to be compared, in the order of their usernames. The slot's feed was read past the
-- loss.
select a.* from game_account a join game_feed f on f.slot_code = a.slot_code and f.read_at >= sqlc.arg(back)::timestamptz
left join game_compared c on c.member_id = a.member_id and c.slot_code = a.slot_code
where a.slot_code = sqlc.arg(slot_code)::text and a.state = 'ACTIVE' and (a.opened_at < sqlc.arg(back) or a.existed) and (c.at is null or c.at < sqlc.arg(back)) and a.username > sqlc.arg(after)::text
order by a.username limit sqlc.arg(most)::int;

-- name: ListUncomparedAccountsOfSlot :many
-- A member's accounts that have to be compared: in one slot, or in all slots if slot_code is null.
select a.* from game_account a join game_feed f on f.slot_code = a.slot_code and f.read_at >= uncompared(a.member_id, a.slot_code, sqlc.arg(now)::timestamptz)
where a.member_id = sqlc.arg(member_id)::bigint and a.slot_code = coalesce(sqlc.narg(slot_code)::text, a.slot_code);

-- name: LockExplainedSums :one
-- Locks and returns the sums with which a balance is compared.
select e.explained, e.net, a.asked_at, is_moving(a.member_id, a.slot_code)::boolean as moving, (uncompared(a.member_id, a.slot_code, sqlc.arg(now)::timestamptz) is not null)::boolean as due
from game_explained e join game_account a on a.member_id = e.member_id and a.slot_code = e.slot_code
where e.member_id = sqlc.arg(member_id)::bigint and e.slot_code = sqlc.arg(slot_code)::text for update of e;

-- name: StoreBalanceComparison :exec
-- A balance that did not differ is checked again only after ReopenBalanceComparisons.
insert into game_compared as c (member_id, slot_code, at, differs, net, transfer_id, looked_at)
values ($1, $2, sqlc.arg(now)::timestamptz, sqlc.arg(differs)::bigint, sqlc.arg(net), sqlc.narg(transfer_id), case when sqlc.arg(differs) = 0 then sqlc.arg(now) end)
on conflict (member_id, slot_code) do update set at = excluded.at, differs = excluded.differs, net = excluded.net, transfer_id = excluded.transfer_id, looked_at = excluded.looked_at, blind = false;

-- name: MarkBalancesCompared :exec
-- Marks the accounts of a slot whose provider cannot be called any more as compared. They are not checked again.
insert into game_compared (member_id, slot_code, at, differs, net, looked_at, blind)
select a.member_id, a.slot_code, sqlc.arg(now)::timestamptz, 0, 0, sqlc.arg(now)::timestamptz, true from game_account a where a.slot_code = sqlc.arg(slot_code) and a.state = 'ACTIVE' and (a.opened_at < sqlc.arg(back)::timestamptz or a.existed)
on conflict (member_id, slot_code) do update set at = excluded.at, differs = 0, net = 0, transfer_id = null, looked_at = excluded.looked_at, blind = true where game_compared.at < sqlc.arg(back);

-- name: ListBalancesToRecheck :many
-- Balances that differed, and whose plays have all been reported since: the feed was read past the comparison by
-- the slot's lag.
select c.member_id, c.slot_code from game_compared c join slot s on s.code = c.slot_code join game_feed f on f.slot_code = c.slot_code
where c.looked_at is null and f.read_at - make_interval(secs => s.lag) >= c.at
order by c.at limit 500;

-- name: LockBalanceComparison :one
-- told is the net of the plays that were reported since the comparison and had been played before it.
select c.*, (e.net - c.net - (
    select coalesce(sum(k.payout - k.bet), 0) from game_play p
    join game_play_key k on k.slot_code = p.slot_code and k.play_id = p.play_id and k.revision = p.revision
    where p.member_id = c.member_id and p.slot_code = c.slot_code and p.at > c.at))::bigint as told
from game_compared c join game_explained e on e.member_id = c.member_id and e.slot_code = c.slot_code
where c.member_id = sqlc.arg(member_id)::bigint and c.slot_code = sqlc.arg(slot_code)::text for update of e, c;

-- name: StoreBalanceRecheck :exec
-- decided is the part of the difference that operators have confirmed as moved.
update game_compared set looked_at = sqlc.arg(now)::timestamptz, differs = differs - sqlc.arg(decided)::bigint, transfer_id = sqlc.narg(transfer_id)
where member_id = sqlc.arg(member_id) and slot_code = sqlc.arg(slot_code);

-- name: ReopenBalanceComparisons :exec
-- Makes balances be checked again that were compared after the bets of these plays, because the plays are counted
-- only now.
update game_compared c set looked_at = null from (select unnest(sqlc.arg(members)::bigint[]) as member_id, unnest(sqlc.arg(ats)::timestamptz[]) as at) p
where c.member_id = p.member_id and c.slot_code = sqlc.arg(slot_code)::text and c.at >= p.at and c.looked_at is not null and not c.blind;

-- name: InsertFoundTransfer :exec
-- Inserts a found transfer. It waits for operators at once, and money that went into the game counts as explained.
with made as (
    insert into game_transfer (id, member_id, from_slot, to_slot, amount, currency, state, leg, hold_id, reason, created_at, found_at)
    values (sqlc.arg(id), sqlc.arg(member_id), sqlc.narg(from_slot), sqlc.narg(to_slot), sqlc.arg(amount), sqlc.arg(currency), 'REVIEW', 1, sqlc.narg(hold_id), 'LOST', sqlc.arg(now)::timestamptz, sqlc.arg(now))
    returning *
), leg as (
    insert into game_leg (id, transfer_id, n, slot_code, into_game, username, units, sends, sent_at, heard_at)
    select m.id, m.id, 1, coalesce(m.to_slot, m.from_slot), m.to_slot is not null, a.username, sqlc.arg(units)::bigint, 1, m.created_at, m.created_at
    from made m join game_account a on a.member_id = m.member_id and a.slot_code = coalesce(m.to_slot, m.from_slot))
select reckon_found(m.member_id, m.to_slot, m.amount, m.created_at) from made m where m.to_slot is not null;

-- name: ListWaitingFoundTransfers :many
select sqlc.embed(t), sqlc.embed(l), m.seen as member, a.units, a.asked_at, e.explained, coalesce(v.left_over, 0)::bigint as lent from game_transfer t
join game_leg l on l.transfer_id = t.id and l.n = 1
join member_seen m on m.id = t.member_id
join game_account a on a.member_id = t.member_id and a.slot_code = l.slot_code
join game_explained e on e.member_id = t.member_id and e.slot_code = l.slot_code
left join advance v on v.id = t.id
where t.done_at is null and t.found_at is not null
and (t.created_at, t.id::text collate "C") > (sqlc.arg(after)::timestamptz, sqlc.arg(after_id)::text)
and sqlc.arg(member)::bigint in (0, t.member_id)
order by t.created_at, t.id::text collate "C" limit sqlc.arg(most)::int;

-- name: CountWaitingFoundTransfers :one
select count(*) as waiting, coalesce(min(created_at), now())::timestamptz as oldest from game_transfer where done_at is null and found_at is not null;

-- name: IsUncompared :one
-- Whether an account still has to be compared. False from an hour after the loss: then money moves without the
-- comparison, and payouts need a cashier.
select coalesce(uncompared(sqlc.arg(member_id)::bigint, sqlc.arg(slot_code)::text, sqlc.arg(now)::timestamptz) > sqlc.arg(now) - interval '1 hour', false)::boolean as waits;
