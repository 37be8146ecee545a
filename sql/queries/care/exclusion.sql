-- name: GuardExcluded :one
-- Whoever cools off, or has excluded themself and not come back.
select 'SELF_EXCLUDED'::text from exclusion e
where e.member_id = sqlc.arg(member_id)::bigint and case e.kind when 'COOL_OFF' then e.ends_at > sqlc.arg(now)::timestamptz else e.returned_at is null end
limit 1;

-- name: ExclusionsAfter :many
-- In the order in which they were made.
select id, member_id from exclusion where id > sqlc.arg(after) order by id limit sqlc.arg(most);
