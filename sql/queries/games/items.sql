-- The items of games that wait for a cashier, with their members, and their number.

-- name: ListUnknownTransfers :many
-- Transfers that only a person can end, and transfers whose provider has not responded since a time.
select sqlc.embed(t), sqlc.embed(l), m.seen as member, a.units, a.asked_at from game_transfer t
join game_leg l on l.transfer_id = t.id and l.n = t.leg
join member_seen m on m.id = t.member_id
left join game_account a on a.member_id = t.member_id and a.slot_code = l.slot_code
where t.done_at is null and t.found_at is null and (t.state = 'REVIEW' or l.heard_at < sqlc.arg(before)::timestamptz)
and (t.created_at, t.id::text collate "C") > (sqlc.arg(after)::timestamptz, sqlc.arg(after_id)::text)
and sqlc.arg(member)::bigint in (0, t.member_id)
order by t.created_at, t.id::text collate "C" limit sqlc.arg(most)::int;

-- name: CountUnknownTransfers :one
select count(*) as waiting, coalesce(min(t.created_at), now())::timestamptz as oldest from game_transfer t join game_leg l on l.transfer_id = t.id and l.n = t.leg
where t.done_at is null and t.found_at is null and (t.state = 'REVIEW' or l.heard_at < sqlc.arg(before)::timestamptz);

-- name: ListLateSuccesses :many
select sqlc.embed(e), sqlc.embed(l), sqlc.embed(t), m.seen as member from game_late e
join game_leg l on l.id = e.leg_id join game_transfer t on t.id = l.transfer_id join member_seen m on m.id = e.member_id
where e.done_at is null and (e.found_at, e.leg_id::text collate "C") > (sqlc.arg(after)::timestamptz, sqlc.arg(after_id)::text)
and sqlc.arg(member)::bigint in (0, e.member_id)
order by e.found_at, e.leg_id::text collate "C" limit sqlc.arg(most)::int;

-- name: CountLateSuccesses :one
select count(*) as waiting, coalesce(min(found_at), now())::timestamptz as oldest from game_late where done_at is null;
