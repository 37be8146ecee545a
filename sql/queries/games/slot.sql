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
