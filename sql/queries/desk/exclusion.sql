-- name: ExclusionsUnseen :many
select e.id, e.kind, e.begins_at, e.ends_at, m.seen as member from exclusion e join member_seen m on m.id = e.member_id
where e.seen_by is null order by e.begins_at limit sqlc.arg(most);

-- name: ExclusionsUnseenCount :one
select count(*), coalesce(min(begins_at), 'epoch')::timestamptz as oldest from exclusion where seen_by is null;
