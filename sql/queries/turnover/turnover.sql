-- name: InsertRequirement :exec
insert into turnover (member_id, source, ref, needed, counted_at, created_at)
select sqlc.arg(member_id)::bigint, sqlc.arg(source)::turnover_source, sqlc.arg(ref)::uuid, sqlc.arg(needed)::bigint, sqlc.arg(now)::timestamptz, sqlc.arg(now)
where allowed();

-- name: GuardMet :one
-- Refuses while a requirement is not met.
select 'BONUS_REMAINING'::text from turnover where member_id = sqlc.arg(member_id)::bigint and not closed and met_at is null limit 1;

-- name: SumRemaining :one
select coalesce(sum(needed - played), 0)::bigint from turnover where member_id = $1 and not closed and met_at is null;

-- name: OpenOf :many
-- The requirements that are counted together, oldest first.
select * from turnover where member_id = $1 and not closed order by id;

-- name: Count :exec
update turnover set base = sqlc.arg(base), counted_at = sqlc.arg(counted_at), played = sqlc.arg(played),
    met_at = case when sqlc.arg(met)::boolean then coalesce(met_at, sqlc.arg(now)::timestamptz) end
where id = sqlc.arg(id);

-- name: Lift :execrows
update turnover set met_at = sqlc.arg(now)::timestamptz, lifted = true where member_id = sqlc.arg(member_id) and not closed and met_at is null;

-- name: Close :exec
update turnover t set closed = true where t.member_id = sqlc.arg(member_id) and not t.closed
    and not exists (select from turnover o where o.member_id = sqlc.arg(member_id) and not o.closed and o.met_at is null);

-- name: MarkLock :one
select plays from turnover_mark for update;

-- name: MarkSet :exec
update turnover_mark set plays = $1;

-- name: ScheduleCounts :exec
-- Makes a count due for the given members who have an open requirement.
insert into turnover_look (member_id, look_at)
select distinct t.member_id, sqlc.arg(now)::timestamptz from turnover t where t.member_id = any(sqlc.arg(members)::bigint[]) and not t.closed order by 1
on conflict (member_id) do update set look_at = excluded.look_at;

-- name: ScheduleAllCounts :exec
insert into turnover_look (member_id, look_at)
select distinct t.member_id, sqlc.arg(now)::timestamptz from turnover t where not t.closed order by 1
on conflict do nothing;

-- name: ListDueCounts :many
select member_id, look_at from turnover_look where look_at <= sqlc.arg(now)::timestamptz order by look_at limit 500;

-- name: DeleteDueCount :exec
-- Removes a due count, unless another count became due since it was read.
delete from turnover_look where member_id = sqlc.arg(member_id) and look_at = sqlc.arg(look_at);

-- name: PostponeCount :exec
update turnover_look set look_at = sqlc.arg(later)::timestamptz where member_id = sqlc.arg(member_id) and look_at = sqlc.arg(look_at);

-- name: Verify :one
-- Counts requirements whose fields contradict each other.
select count(*) from turnover where (met_at is not null) < closed or (lifted and met_at is null) or played > needed or base > played
    or (met_at is not null and not lifted and played < needed) or (met_at is null and played >= needed);
