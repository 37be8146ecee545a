-- name: GetOpenWheel :one
select * from wheel where currency = $1 and ended_at is null;

-- name: GetWheel :one
select * from wheel where id = $1;

-- name: ListWheels :many
select * from wheel order by id desc limit 100;

-- name: LockOpenWheel :one
-- Locks the wheel in force, so that two concurrent replacements run one after the other.
select id from wheel where currency = $1 and ended_at is null for update;

-- name: EndWheel :exec
update wheel set ended_at = sqlc.arg(now)::timestamptz where currency = sqlc.arg(currency) and ended_at is null;

-- name: InsertWheel :exec
insert into wheel (currency, definition, created_at) values ($1, $2, $3);

-- name: GetPrize :one
select * from prize where currency = $1 and code = $2;

-- name: InsertPrize :exec
insert into prize (currency, code, kind, amount, times) values ($1, $2, $3, $4, $5) on conflict do nothing;
