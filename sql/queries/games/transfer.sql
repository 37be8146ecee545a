-- name: InsertTransfer :exec
-- Finds the hold by its key, so that both can be sent in one batch. A transfer out of a game has no hold yet.
insert into game_transfer (id, member_id, from_slot, to_slot, amount, currency, leg, hold_id, created_at)
select sqlc.arg(id)::uuid, sqlc.arg(member_id)::bigint, sqlc.narg(from_slot)::text, sqlc.narg(to_slot)::text, sqlc.arg(amount)::bigint, sqlc.arg(currency)::text, 1,
    (select t.id from transfer t where t.key = sqlc.narg(hold_key)::uuid), sqlc.arg(created_at)::timestamptz
where allowed();

-- name: InsertLeg :exec
insert into game_leg (id, transfer_id, n, slot_code, into_game, username, units)
select sqlc.arg(id)::uuid, sqlc.arg(transfer_id)::uuid, sqlc.arg(n)::smallint, sqlc.arg(slot_code)::text, sqlc.arg(into_game)::boolean, a.username, sqlc.arg(units)::bigint
from game_account a where a.member_id = sqlc.arg(member_id)::bigint and a.slot_code = sqlc.arg(slot_code) and allowed();

-- name: GuardAccount :one
-- Refuses a game in which the member has no account.
select sqlc.arg(code)::text where not exists (
    select from game_account a where a.member_id = sqlc.arg(member_id)::bigint and a.slot_code = sqlc.arg(slot_code)::text and a.state = 'ACTIVE');

-- name: GuardMoneyInReview :one
-- Refuses a game in which the member's money waits for a cashier: no other money may move there.
select sqlc.arg(code)::text where exists (
    select from game_transfer t where t.member_id = sqlc.arg(member_id)::bigint and t.done_at is null and t.state = 'REVIEW' and t.found_at is null
      and (t.from_slot = sqlc.arg(slot_code)::text or t.to_slot = sqlc.arg(slot_code)))
    or exists (select from game_late l where l.member_id = sqlc.arg(member_id) and l.slot_code = sqlc.arg(slot_code) and l.done_at is null);

-- name: GuardPaused :one
-- Refuses a slot whose transfers in this direction are paused.
select sqlc.arg(code)::text from slot s
where s.code = sqlc.arg(slot_code)::text and case when sqlc.arg(into_game)::boolean then s.paused_in else s.paused_out or s.held_out end;

-- name: GuardTransferCount :one
-- Refuses if too many of the member's transfers are in progress.
select sqlc.arg(code)::text where (
    select count(*) from game_transfer t where t.member_id = sqlc.arg(member_id)::bigint and t.done_at is null and t.found_at is null) >= sqlc.arg(most)::int;

-- name: GetTransfer :one
select * from game_transfer where id = $1;

-- name: LockTransfer :one
select * from game_transfer where id = $1 for update;

-- name: GetTransferProgress :one
-- Whether a transfer was made (made), and whether a transfer of the member in that game is in progress (busy). A
-- transfer that waits for a cashier does not count as busy.
select (select count(*) > 0 from game_transfer where id = sqlc.arg(id)::uuid)::boolean as made,
    (select count(*) > 0 from game_transfer t where t.member_id = sqlc.arg(member_id)::bigint and t.done_at is null and t.state <> 'REVIEW'
       and (t.from_slot = sqlc.arg(slot_code)::text or t.to_slot = sqlc.arg(slot_code)))::boolean as busy;

-- name: GetTransferWithLeg :one
-- A transfer with its current leg, and the leg's slot.
select sqlc.embed(t), sqlc.embed(l), sqlc.embed(s) from game_transfer t join game_leg l on l.transfer_id = t.id and l.n = t.leg join slot s on s.code = l.slot_code
where t.id = $1;

-- name: GuardStaleLeg :one
-- Refuses a leg that is no longer in progress, or was sent again since it was read.
select 'STALE'::text from game_leg l join game_transfer t on t.id = l.transfer_id
where l.id = sqlc.arg(id)::uuid and (t.done_at is not null or t.state = 'REVIEW' or t.leg <> l.n or l.ended is not null or l.sends <> coalesce(sqlc.narg(sends)::int, l.sends));

-- name: GuardEarlierTransfer :one
-- Refuses while an earlier transfer of the member in one of the transfer's games is in progress.
select 'STALE'::text from game_transfer o join game_transfer t on t.id = sqlc.arg(id)::uuid
where o.member_id = t.member_id and o.done_at is null and o.found_at is null and o.seq < t.seq
  and (o.from_slot in (t.from_slot, t.to_slot) or o.to_slot in (t.from_slot, t.to_slot)) limit 1;

-- name: SetTransferState :exec
update game_transfer set state = sqlc.arg(state), reason = sqlc.arg(reason) where id = sqlc.arg(id) and allowed();

-- name: StartSecondLeg :exec
update game_transfer set state = 'ASKED', leg = 2, hold_id = sqlc.arg(hold_id)::bigint where id = sqlc.arg(id);

-- name: EndTransfer :exec
update game_transfer set state = sqlc.arg(state), transfer_id = sqlc.narg(transfer_id), to_slot = sqlc.narg(to_slot), decided_by = sqlc.narg(decided_by),
    note = sqlc.arg(note), done_at = sqlc.arg(now)::timestamptz
where id = sqlc.arg(id);

-- name: EndArrivedTransfer :exec
-- EndTransfer for money that has arrived in a game. Finds the ledger's transfer by its key.
update game_transfer g set state = 'DONE', transfer_id = (select x.id from transfer x where x.key = sqlc.arg(key)::uuid), done_at = sqlc.arg(now)::timestamptz
where g.id = sqlc.arg(id)::uuid and allowed();

-- name: ListStalledTransfers :many
select id, member_id from game_transfer where done_at is null and state <> 'REVIEW' and created_at < sqlc.arg(before)::timestamptz order by created_at limit 1000;

-- name: GetLegOfTransfer :one
select * from game_leg where transfer_id = $1 and n = $2;

-- name: GetLeg :one
select * from game_leg where id = $1;

-- name: MarkLegSent :exec
-- Committed before the call is made. Money in counts from its first send.
with sent as (
    update game_leg l set sends = l.sends + 1, sent_at = sqlc.arg(now)::timestamptz, heard_at = sqlc.arg(now)::timestamptz
    where l.id = sqlc.arg(id) and allowed() returning l.transfer_id, l.slot_code, l.into_game, l.sends)
select reckon(t.member_id, s.slot_code, t.amount, 0, 0, 0, 0, sqlc.arg(now)) from sent s join game_transfer t on t.id = s.transfer_id
where s.into_game and s.sends = 1;

-- name: StoreLegResponse :exec
update game_leg set heard_at = sqlc.arg(now)::timestamptz, word = sqlc.arg(word) where id = sqlc.arg(id);

-- name: MarkResendRefused :exec
update game_leg set heard_at = sqlc.arg(now)::timestamptz, word = sqlc.arg(word), turned_down = true where id = sqlc.arg(id);

-- name: EndLeg :exec
-- Money into a game counts as explained until the provider refuses it. Money out of a game counts once it is done.
with ended as (
    update game_leg l set ended = sqlc.arg(ended)::game_leg_end, word = sqlc.arg(word), look_at = sqlc.narg(look_at), heard_at = coalesce(l.heard_at, sqlc.arg(now)::timestamptz)
    where l.id = sqlc.arg(id) and allowed() returning l.transfer_id, l.slot_code, l.into_game, l.sends, l.ended)
select reckon(t.member_id, e.slot_code, case when not e.into_game then 0 when e.ended = 'DONE' then t.amount else -t.amount end, case when e.into_game then 0 else t.amount end, 0, 0, 0, sqlc.arg(now))
from ended e join game_transfer t on t.id = e.transfer_id
where case when e.into_game then (e.ended = 'REFUSED') = (e.sends > 0) else e.ended = 'DONE' end;

-- name: ListLegsToRecheck :many
-- Refused legs whose status is to be queried again.
select id from game_leg where look_at <= sqlc.arg(now)::timestamptz order by look_at limit 500;

-- name: StoreLegRecheck :exec
update game_leg set looks = looks + 1, look_at = sqlc.narg(look_at) where id = sqlc.arg(id);

-- name: InsertLateSuccess :exec
with added as (
    insert into game_late (leg_id, member_id, slot_code, found_at, booked_id) values ($1, $2, $3, $4, $5) returning leg_id, member_id, slot_code, found_at)
select reckon(a.member_id, a.slot_code, case when l.into_game then t.amount else 0 end, case when l.into_game then 0 else t.amount end, 0, 0, 0, a.found_at)
from added a join game_leg l on l.id = a.leg_id join game_transfer t on t.id = l.transfer_id;

-- name: LockLateSuccess :one
select * from game_late where leg_id = $1 for update;

-- name: EndLateSuccess :exec
update game_late set note = $2, decided_by = $3, done_at = sqlc.arg(now)::timestamptz where leg_id = $1;

-- name: VerifyTransfers :one
-- Counts game transfers that contradict their hold or their statement line. Also counts holds in a game's suspense
-- account without a game transfer, game transfers without a first leg, and late successes without their transfer. A
-- missing id is replaced by an id that no transfer has. Otherwise all nulls would be in one bucket of a hash table,
-- which then grows to gigabytes.
select (select count(*) from game_transfer g
        left join transfer h on h.id = coalesce(g.hold_id, -g.seq)
        left join transfer r on r.resolves_id = coalesce(g.hold_id, -g.seq)
        left join transfer d on d.id = coalesce(g.transfer_id, -g.seq)
        left join statement_line l on l.id = g.id
        where (g.hold_id is not null and (h.id is null or h.kind <> 'hold' or h.amount <> g.amount or h.currency <> g.currency
               or (g.done_at is null) <> (r.id is null) or (g.done_at is not null and r.id is distinct from g.transfer_id)))
           or (g.state = 'DONE' and d.id is null)
           or (d.id is not null and (d.amount <> g.amount or d.currency <> g.currency))
           or (g.done_at is not null) <> (g.state in ('DONE', 'REFUSED'))
           or l.id is null or l.member_id <> g.member_id or l.amount <> g.amount
           or l.status <> (case g.state when 'DONE' then 'SUCCESS' when 'REFUSED' then 'FAILED' else 'PENDING' end)::statement_status)
     + (select count(*) from transfer h join account a on a.id = h.credit_id where h.kind = 'hold' and a.kind like 'in\_flight:%'
        and not exists (select from game_transfer g where g.hold_id = h.id))
     + (select count(*) from game_transfer g where not exists (select from game_leg l where l.transfer_id = g.id and l.n = 1))
     + (select count(*) from game_late e left join game_leg l on l.id = e.leg_id left join game_transfer g on g.id = l.transfer_id left join transfer t on t.id = e.booked_id
        where g.id is null or t.id is null or t.amount <> g.amount or t.kind <> 'game');

-- name: SetLegRecheckTime :exec
update game_leg set look_at = sqlc.narg(look_at) where id = sqlc.arg(id) and look_at is not null;

-- name: MarkAskedTransfersSent :exec
-- The database lost transactions: a leg that is not sent here may have been sent.
with asked as (
    update game_transfer t set state = 'SENT' where t.done_at is null and t.state = 'ASKED' returning t.id, t.leg, t.member_id, t.amount
), sent as (
    update game_leg l set sends = l.sends + 1, sent_at = sqlc.arg(now)::timestamptz, heard_at = sqlc.arg(now)::timestamptz
    from asked a where l.transfer_id = a.id and l.n = a.leg returning a.member_id, l.slot_code, l.into_game, a.amount, l.sends)
select reckon(s.member_id, s.slot_code, s.amount, 0, 0, 0, 0, sqlc.arg(now)) from sent s where s.into_game and s.sends = 1;

-- name: CountUnfinishedTransfers :many
-- The number of unfinished transfers of each slot, and the time of the oldest.
select s.code, count(o.id) as waiting, coalesce(min(o.created_at), now())::timestamptz as oldest
from slot s left join (
    select t.id, t.created_at, l.slot_code from game_transfer t join game_leg l on l.transfer_id = t.id and l.n = t.leg where t.done_at is null
) as o on o.slot_code = s.code group by s.code;
