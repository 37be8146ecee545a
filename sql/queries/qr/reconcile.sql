-- name: OrdersMade :many
select reference, provider, provider_id, state, coalesce(paid_amount, 0)::bigint as paid from qr_order
where created_at >= $1 and provider_id <> '' order by created_at;
