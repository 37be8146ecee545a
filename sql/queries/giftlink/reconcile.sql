-- name: ListGiftsByHash :many
-- The last gift of each voucher. A gift that did not fail is preferred.
select distinct on (hash) * from gift where hash = any(sqlc.arg(names)::text[])
order by hash, state = 'FAILED', created_at desc;

-- name: ListCreditedGifts :many
-- A page of the credited gifts that were sent in a period.
select * from gift
where state = 'DONE' and created_at >= sqlc.arg(since)::timestamptz and created_at < sqlc.arg(until)::timestamptz and hash > sqlc.arg(after)::text
order by hash limit 500;

-- name: SumCreditedGifts :one
select count(*) as gifts, coalesce(sum(amount), 0)::bigint as amount from gift where state = 'DONE' and done_at >= $1;

-- name: ListGiftMobiles :many
select distinct mobile from gift where created_at >= $1;
