-- name: ListUnseenExclusions :many
select e.id, e.kind, e.begins_at, e.ends_at, m.seen as member from exclusion e join member_seen m on m.id = e.member_id
where e.seen_by is null and (e.begins_at, e.id::text collate "C") > (sqlc.arg(after)::timestamptz, sqlc.arg(after_id)::text)
and sqlc.arg(member)::bigint in (0, e.member_id)
order by e.begins_at, e.id::text collate "C" limit sqlc.arg(most)::int;

-- name: CountUnseenExclusions :one
select count(*), coalesce(min(begins_at), 'epoch')::timestamptz as oldest from exclusion where seen_by is null;
