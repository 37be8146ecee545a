-- name: GiftsTaken :one
select count(*) as gifts, coalesce(sum(amount), 0)::bigint as amount from gift where state = 'DONE' and created_at >= $1;
