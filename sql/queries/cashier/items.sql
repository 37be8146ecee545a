-- The money that waits to be returned, with its members, and the number of rows.

-- name: ListWaitingReturns :many
select sqlc.embed(r), m.seen as member from money_return r left join member_seen m on m.id = r.member_id
where r.done_at is null and (r.created_at, r.id::text collate "C") > (sqlc.arg(after)::timestamptz, sqlc.arg(after_id)::text)
and sqlc.arg(member)::bigint in (0, r.member_id)
order by r.created_at, r.id::text collate "C" limit sqlc.arg(most)::int;

-- name: CountWaitingReturns :one
select count(*) as waiting, coalesce(min(created_at), now())::timestamptz as oldest from money_return where done_at is null;
