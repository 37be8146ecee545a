-- name: OperatorByName :one
select * from operator where username = $1;

-- name: OperatorInsert :exec
insert into operator (username, role, password_hash, totp_secret) values ($1, $2, $3, $4);

-- name: OperatorSetPassword :execrows
update operator set password_hash = $2 where username = $1;

-- name: OperatorSetActive :execrows
update operator set active = $2 where username = $1;

-- name: Operators :many
select id, username, role, active, created_at from operator order by username;

-- name: OperatorUseStep :execrows
-- A one-time code opens one door once: its time step may only grow.
update operator set totp_last = sqlc.arg(step) where id = sqlc.arg(id) and totp_last < sqlc.arg(step);

-- name: OperatorSessionInsert :exec
insert into operator_session (operator_id, token_hash, created_at, expires_at) values ($1, $2, $3, $4);

-- name: OperatorCaller :one
select o.id, o.username, o.role from operator_session s join operator o on o.id = s.operator_id
where s.token_hash = $1 and s.revoked_at is null and s.expires_at > sqlc.arg(now)::timestamptz and o.active;

-- name: OperatorSessionRevoke :exec
update operator_session set revoked_at = sqlc.arg(now)::timestamptz where token_hash = $1 and revoked_at is null;

-- name: AuditInsert :exec
insert into audit_log (at, operator, action, subject, details, request_id) values ($1, $2, $3, $4, $5, $6);

-- name: AuditPage :many
select * from audit_log order by id desc limit sqlc.arg(page_size)::int offset sqlc.arg(skip)::int;

-- name: AuditCount :one
select count(*) from audit_log;
