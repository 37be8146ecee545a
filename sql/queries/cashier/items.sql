-- Money that waits to be given back, with its member; and how much does.

-- name: ReturnsWaiting :many
select sqlc.embed(r), m.seen as member from money_return r left join member_seen m on m.id = r.member_id
where r.done_at is null order by r.created_at limit sqlc.arg(most)::int;

-- name: ReturnsCount :one
select count(*) as waiting, coalesce(min(created_at), now())::timestamptz as oldest from money_return where done_at is null;
