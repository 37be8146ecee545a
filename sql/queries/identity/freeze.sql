-- name: FreezeMember :exec
update member set frozen_until = sqlc.arg(until)::timestamptz, frozen_why = sqlc.arg(why), frozen_by = sqlc.arg(by), frozen_at = sqlc.arg(now)::timestamptz
where id = sqlc.arg(id);

-- name: GuardFrozen :one
select 'INACTIVE_USER'::text from member where id = sqlc.arg(id)::bigint and frozen_until > sqlc.arg(now)::timestamptz;

-- name: UnfreezeMember :execrows
update member set frozen_until = null, frozen_why = '', frozen_by = '', frozen_at = null where id = $1 and frozen_until is not null;
