-- name: HealthAll :many
select * from qr_health;

-- name: HealthKnown :exec
insert into qr_health (provider, part) values ($1, $2) on conflict do nothing;

-- name: HealthLock :one
select * from qr_health where provider = $1 and part = $2 for update;

-- name: HealthPut :exec
update qr_health set members = $3, since = $4, rests = $5, rest_until = $6, good = $7, recovered_at = $8 where provider = $1 and part = $2;

-- name: DoubtsRecent :many
-- The gateway's own doubts that no cashier has ended: by how many members' payments.
select provider, count(distinct member_id) as members from qr_order
where doubt in ('REVIEW', 'NAMED_TWICE') and doubted_at > sqlc.arg(since)::timestamptz group by provider;
