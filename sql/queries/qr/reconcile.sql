-- name: ListOrdersByReference :many
select * from qr_order where provider = sqlc.arg(provider) and reference = any(sqlc.arg(names)::text[]);

-- name: ListCreditedOrders :many
-- A page of the credited orders that were made in a period.
select * from qr_order
where provider = sqlc.arg(provider) and state = 'PAID' and created_at >= sqlc.arg(since)::timestamptz and created_at < sqlc.arg(until)::timestamptz
  and reference > sqlc.arg(after)::text
order by reference limit 500;

-- name: CountOrders :one
select count(*) from qr_order where provider = $1 and created_at >= $2;

-- name: InsertRestoredOrder :exec
-- Restores an order that our ledger lost, for the member whom two operators chose.
insert into qr_order (reference, member_id, provider, state, amount, pay_amount, currency, provider_id, created_at, ended_at)
values ($1, $2, $3, 'EXPIRED', $4, $5, $6, $7, $8, $9);
