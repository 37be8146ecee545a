-- name: ListHealth :many
select * from qr_health;

-- name: LockHealth :one
insert into qr_health (provider) values ($1) on conflict (provider) do update set provider = excluded.provider returning *;

-- name: UpdateHealth :exec
update qr_health set members = $2, failed_at = $3, rest_until = $4 where provider = $1;
