-- name: GetLastClosing :one
select coalesce(max(exclusion_id), 0)::bigint from game_closing;

-- name: InsertClosings :exec
-- Adds a closing, which ends the member's earlier ones.
with earlier as (
    update game_closing set done_at = sqlc.arg(begins_at)::timestamptz
    where member_id = sqlc.arg(member_id)::bigint and exclusion_id < sqlc.arg(exclusion_id)::bigint and done_at is null
)
insert into game_closing (exclusion_id, member_id, begins_at, next_at) values (sqlc.arg(exclusion_id), sqlc.arg(member_id), sqlc.arg(begins_at), sqlc.arg(begins_at)) on conflict do nothing;

-- name: AcquireDueClosings :many
-- Takes closings that are due. Each is taken by one server at a time.
update game_closing set looks = looks + 1, next_at = sqlc.arg(now)::timestamptz + make_interval(mins => least(looks + 1, 60))
where exclusion_id in (select c.exclusion_id from game_closing c where c.done_at is null and c.next_at <= sqlc.arg(now)::timestamptz order by c.next_at limit 20 for update skip locked)
returning exclusion_id, member_id, begins_at, looks, reset;

-- name: StoreClosingReset :exec
update game_closing set reset = array_append(reset, sqlc.arg(slot)::text) where exclusion_id = sqlc.arg(id) and not sqlc.arg(slot)::text = any (reset);

-- name: PostponeClosing :exec
update game_closing set next_at = sqlc.arg(next)::timestamptz where exclusion_id = sqlc.arg(id);

-- name: EndClosing :exec
update game_closing set done_at = sqlc.arg(now)::timestamptz where exclusion_id = sqlc.arg(id);

-- name: DeleteLaunchesOfMember :exec
-- Deletes the member's openings of games, so that they cannot be used any more.
delete from game_launch where member_id = $1;

-- name: CountUnemptiedAccounts :one
-- Counts the member's games whose balance was not reported as empty since a time.
select count(*) from game_account a join slot s on s.code = a.slot_code where a.member_id = sqlc.arg(member_id) and a.state = 'ACTIVE'
  and (a.units >= s.step or a.asked_at is null or a.asked_at < sqlc.arg(since)::timestamptz);
