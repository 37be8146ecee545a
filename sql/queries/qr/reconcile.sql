-- name: OrdersNamed :many
select reference, provider, provider_id, state, doubt, doubted_at, coalesce(paid_amount, 0)::bigint as paid, member_id from qr_order
where reference = any(sqlc.arg(refs)::text[]);

-- name: OrdersUnseen :many
-- Credited, made within a walk's time, and not in their gateway's list; a page
-- after a reference.
select reference, provider, provider_id, coalesce(paid_amount, 0)::bigint as paid, member_id, created_at from qr_order o
where o.provider = sqlc.arg(provider) and o.state = 'PAID' and o.created_at >= sqlc.arg(since)::timestamptz and o.created_at < sqlc.arg(until)::timestamptz
  and o.reference > sqlc.arg(after)::text
  and not exists (select from reconcile_seen s where s.run = sqlc.arg(run)::uuid and s.reference = o.reference)
order by o.reference limit 500;

-- name: OrdersMade :one
select count(*) from qr_order where provider = $1 and created_at >= $2;

-- name: OrderRestored :exec
-- One that our book lost, as a cashier and a second person have told whose it is.
insert into qr_order (reference, member_id, provider, state, amount, pay_amount, currency, provider_id, created_at, ended_at)
values ($1, $2, $3, 'EXPIRED', $4, $5, $6, $7, $8, $9);
