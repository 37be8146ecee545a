-- name: WheelOpen :one
select * from wheel where currency = $1 and ended_at is null;

-- name: WheelByID :one
select * from wheel where id = $1;

-- name: Wheels :many
select * from wheel order by id desc limit 100;

-- name: WheelLock :one
-- Locks the wheel in force, so that two concurrent replacements run one after the other.
select id from wheel where currency = $1 and ended_at is null for update;

-- name: WheelEnd :exec
update wheel set ended_at = sqlc.arg(now)::timestamptz where currency = sqlc.arg(currency) and ended_at is null;

-- name: WheelAdd :exec
insert into wheel (currency, definition, created_at) values ($1, $2, $3);

-- name: PrizeOf :one
select * from prize where currency = $1 and code = $2;

-- name: PrizeAdd :exec
insert into prize (currency, code, kind, amount, times) values ($1, $2, $3, $4, $5) on conflict do nothing;
