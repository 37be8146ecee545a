-- name: GiftsNamed :many
-- The last gift of each voucher; one that did not fail comes before others.
select distinct on (hash) * from gift where hash = any(sqlc.arg(names)::text[])
order by hash, state = 'FAILED', created_at desc;

-- name: GiftsCredited :many
-- Credited, and sent in within a period; a page after a hash.
select * from gift
where state = 'DONE' and created_at >= sqlc.arg(since)::timestamptz and created_at < sqlc.arg(until)::timestamptz and hash > sqlc.arg(after)::text
order by hash limit 500;

-- name: GiftsTaken :one
select count(*) as gifts, coalesce(sum(amount), 0)::bigint as amount from gift where state = 'DONE' and done_at >= $1;

-- name: GiftMobiles :many
select distinct mobile from gift where created_at >= $1;
