-- name: ListWaitingGifts :many
select sqlc.embed(g), m.seen as member from gift g join member_seen m on m.id = g.member_id
where g.state = 'REVIEW' and (g.created_at, g.id::text collate "C") > (sqlc.arg(after)::timestamptz, sqlc.arg(after_id)::text)
and sqlc.arg(member)::bigint in (0, g.member_id)
order by g.created_at, g.id::text collate "C" limit sqlc.arg(most)::int;

-- name: CountWaitingGifts :one
select count(*) as waiting, coalesce(min(created_at), now())::timestamptz as oldest from gift where state = 'REVIEW';
