-- name: ListSlots :many
select * from slot where listed order by position, code;

-- name: GetSlot :one
select * from slot where code = $1 and listed;

-- name: GetSlotEvenIfUnlisted :one
-- A slot that may be no longer listed, because its transfers continue.
select * from slot where code = $1;

-- name: ListSlotsOfMember :many
-- The listed slots in the member's currency, each with the member's account.
select sqlc.embed(s), a.state, a.units, a.asked_at, a.stale, a.version,
    exists (select from game_transfer t where t.member_id = sqlc.arg(member_id)::bigint and t.done_at is null and t.found_at is null and (t.from_slot = s.code or t.to_slot = s.code)) as moving,
    (exists (select from game_transfer t where t.member_id = sqlc.arg(member_id) and t.done_at is null and t.state = 'REVIEW' and t.found_at is null and (t.from_slot = s.code or t.to_slot = s.code))
        or exists (select from game_late l where l.member_id = sqlc.arg(member_id) and l.slot_code = s.code and l.done_at is null))::boolean as in_doubt
from slot s left join game_account a on a.slot_code = s.code and a.member_id = sqlc.arg(member_id)
where s.listed and s.currency = sqlc.arg(currency)::text
order by s.position, s.code;

-- name: ListSlotStates :many
-- Every slot, with the number of its accounts, and of accounts whose password is sealed with another key than the
-- given one.
select s.code, s.format, s.currency, s.listed, s.paused_in, s.paused_out, s.held_out, s.lag, s.share, s.edge,
    count(a.member_id) as accounts,
    count(a.member_id) filter (where get_byte(a.password, 0) <> sqlc.arg(key)::int or get_byte(a.pending, 0) <> sqlc.arg(key)) as old_keys
from slot s left join game_account a on a.slot_code = s.code
group by s.code order by s.position;

-- name: UpsertSlot :exec
-- A new slot takes the first free pair of accounts in the ledger.
insert into slot (code, name, category, position, listed, format, way, currency, units_of, units_for, step, share, edge, lag, logo, background,
    web, android, ios, origins, paused_in, paused_out, house)
select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
    (select min(n) from generate_series(100, 496, 2) n where not exists (select from slot s where s.house = n))
on conflict (code) do update set name = excluded.name, category = excluded.category, position = excluded.position, listed = excluded.listed,
    format = excluded.format, way = excluded.way, currency = excluded.currency, units_of = excluded.units_of, units_for = excluded.units_for,
    step = excluded.step, share = excluded.share, edge = excluded.edge, lag = excluded.lag, logo = excluded.logo, background = excluded.background,
    web = excluded.web, android = excluded.android, ios = excluded.ios, origins = excluded.origins,
    paused_in = excluded.paused_in, paused_out = excluded.paused_out;

-- name: ListSlotCodes :many
select code from slot order by position, code;

-- name: IsSlotUsed :one
-- Whether the slot has an account, or one that is being opened.
select exists (select from game_account where slot_code = $1)::boolean as used;

-- name: ListSlotEdges :many
-- The edges of open games whose stakes count as turnover.
select code, share, edge from slot where listed and not paused_in and share > 0 and currency = sqlc.arg(currency) order by position, code;
