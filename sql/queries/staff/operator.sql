-- name: GetOperatorByName :one
select * from operator where username = $1;

-- name: InsertOperator :exec
insert into operator (username, role, password_hash, totp_secret) values ($1, $2, $3, $4);

-- name: LockOperator :one
select * from operator where id = $1 for update;

-- name: SetOperatorPassword :exec
update operator set password_hash = $2 where id = $1;

-- name: SetNextOperatorTotp :exec
update operator set totp_next = $2 where id = $1;

-- name: SetOperatorTotp :exec
-- Keeps the last used time step, so that no code is valid twice, even after a change of the authenticator app.
update operator set totp_secret = $2, totp_next = null where id = $1;

-- name: SetOperatorActive :execrows
update operator set active = $2 where username = $1;

-- name: ListOperators :many
select id, username, role, active, created_at from operator order by username;

-- name: StoreUsedTimeStep :execrows
-- Accepts a one-time code once: the time step may only grow.
update operator set totp_last = sqlc.arg(step) where id = sqlc.arg(id) and totp_last < sqlc.arg(step);

-- name: InsertOperatorSession :exec
insert into operator_session (operator_id, token_hash, created_at, expires_at, acted_at) values ($1, $2, $3, $4, $3);

-- name: GetOperatorBySession :one
select o.id, o.username, o.role, s.id as session_id, s.acted_at from operator_session s join operator o on o.id = s.operator_id
where s.token_hash = $1 and s.revoked_at is null and s.expires_at > sqlc.arg(now)::timestamptz and s.acted_at > sqlc.arg(idle_since)::timestamptz and o.active;

-- name: StoreSessionActivity :exec
update operator_session set acted_at = $2 where id = $1 and acted_at < $2;

-- name: RevokeOperatorSession :execrows
update operator_session set revoked_at = sqlc.arg(now)::timestamptz where token_hash = $1 and revoked_at is null;

-- name: RevokeSessionsOfOperator :exec
-- Ends all sessions of an operator except keep (0: no exception).
update operator_session set revoked_at = sqlc.arg(now)::timestamptz
where operator_id = sqlc.arg(operator_id) and id <> sqlc.arg(keep)::bigint and revoked_at is null;

-- name: RevokeSessionsOfAllOperators :exec
-- Ends the sessions of all operators.
update operator_session set revoked_at = sqlc.arg(now)::timestamptz where revoked_at is null;

-- name: IsOperatorSessionOpen :one
select exists (
    select from operator_session s join operator o on o.id = s.operator_id
    where s.id = $1 and s.revoked_at is null and s.expires_at > sqlc.arg(now)::timestamptz and s.acted_at > sqlc.arg(idle_since)::timestamptz and o.active);

-- name: IsOperatorDeviceKnown :one
select exists (select from operator_device d join operator o on o.id = d.operator_id where o.username = sqlc.arg(username) and d.device_hash = sqlc.arg(device_hash));

-- name: StoreOperatorDevice :exec
insert into operator_device (operator_id, device_hash, seen_at) values ($1, $2, sqlc.arg(now)::timestamptz)
on conflict (operator_id, device_hash) do update set seen_at = excluded.seen_at;

-- name: DeleteOldOperatorDevices :exec
-- Deletes all but the newest devices of an operator.
delete from operator_device d
where d.operator_id = sqlc.arg(operator_id) and d.device_hash in (
    select k.device_hash from operator_device k where k.operator_id = sqlc.arg(operator_id)
    order by k.seen_at desc offset sqlc.arg(keep)::int);

-- name: InsertAuditEntry :exec
insert into audit_log (at, operator, action, subject, details, request_id) values ($1, $2, $3, $4, $5, $6);

-- name: ListAuditEntries :many
-- The entries before an id. Neither a count nor an offset, since both read the whole log.
select * from audit_log where id < sqlc.arg(before)::bigint order by id desc limit sqlc.arg(page_size)::int;
