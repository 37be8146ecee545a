-- name: OrdersNamed :many
select * from qr_order where provider = sqlc.arg(provider) and reference = any(sqlc.arg(names)::text[]);

-- name: OrdersCredited :many
-- Credited, and made within a period; a page after a reference.
select * from qr_order
where provider = sqlc.arg(provider) and state = 'PAID' and created_at >= sqlc.arg(since)::timestamptz and created_at < sqlc.arg(until)::timestamptz
  and reference > sqlc.arg(after)::text
order by reference limit 500;

-- name: OrdersMade :one
select count(*) from qr_order where provider = $1 and created_at >= $2;

-- name: OrderRestored :exec
-- An order that our ledger lost, for the member that two people named.
insert into qr_order (reference, member_id, provider, state, amount, pay_amount, currency, provider_id, created_at, ended_at)
values ($1, $2, $3, 'EXPIRED', $4, $5, $6, $7, $8, $9);
