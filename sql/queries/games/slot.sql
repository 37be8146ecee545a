-- name: Slots :many
select * from slot where listed order by position, code;

-- name: SlotByCode :one
select * from slot where code = $1 and listed;

-- name: SlotAny :one
-- A slot that may be listed no more: what is on its way goes on.
select * from slot where code = $1;

-- name: SlotsOf :many
-- What a member sees: each slot of their currency, beside their account in it.
select sqlc.embed(s), a.state, a.units, a.asked_at, a.stale, a.version,
    exists (select from game_transfer t where t.member_id = sqlc.arg(member_id)::bigint and t.done_at is null and (t.from_slot = s.code or t.to_slot = s.code)) as moving,
    (exists (select from game_transfer t where t.member_id = sqlc.arg(member_id) and t.done_at is null and t.state = 'REVIEW' and (t.from_slot = s.code or t.to_slot = s.code))
        or exists (select from game_late l where l.member_id = sqlc.arg(member_id) and l.slot_code = s.code and l.done_at is null))::boolean as in_doubt
from slot s left join game_account a on a.slot_code = s.code and a.member_id = sqlc.arg(member_id)
where s.listed and s.currency = sqlc.arg(currency)::text
order by s.position, s.code;

-- name: SlotStates :many
-- Every slot for those who run the house, with the accounts in it, and how many of
-- their passwords are sealed with another key than the one given.
select s.code, s.format, s.currency, s.listed, s.paused_in, s.paused_out, s.held_out, s.lag, s.share, s.edge,
    count(a.member_id) as accounts,
    count(a.member_id) filter (where get_byte(a.password, 0) <> sqlc.arg(key)::int or get_byte(a.pending, 0) <> sqlc.arg(key)) as old_keys
from slot s left join game_account a on a.slot_code = s.code
group by s.code order by s.position;

-- name: SlotPause :one
-- What was paused before, and is now.
update slot s set paused_in = sqlc.arg(paused_in), paused_out = sqlc.arg(paused_out)
from (select o.paused_in, o.paused_out from slot o where o.code = sqlc.arg(code) for update) as old
where s.code = sqlc.arg(code)
returning old.paused_in as was_in, old.paused_out as was_out;

-- name: SlotEdgeSet :one
-- Returns the old edge.
update slot s set edge = sqlc.narg(edge)::integer from (select o.edge from slot o where o.code = sqlc.arg(code) for update) as old
where s.code = sqlc.arg(code)
returning old.edge;

-- name: SlotLagSet :one
-- Returns the old lag.
update slot s set lag = sqlc.arg(lag)::integer from (select o.lag from slot o where o.code = sqlc.arg(code) for update) as old
where s.code = sqlc.arg(code)
returning old.lag;

-- name: SlotEdges :many
-- The edges of open games whose stakes count as turnover.
select code, share, edge from slot where listed and not paused_in and share > 0 and currency = sqlc.arg(currency) order by position, code;
