-- name: GiftsNamed :many
-- The last of each voucher, one that did not fail before others.
select distinct on (hash) hash, state, amount, member_id from gift where hash = any(sqlc.arg(hashes)::text[])
order by hash, state = 'FAILED', created_at desc;

-- name: GiftsUnseen :many
-- Sent in and taken within a walk's time, and not in the company's list; a page after a hash.
select hash, mobile, amount, currency, member_id, created_at from gift g
where g.state = 'DONE' and g.created_at >= sqlc.arg(since)::timestamptz and g.created_at < sqlc.arg(until)::timestamptz and g.hash > sqlc.arg(after)::text
  and not exists (select from reconcile_seen s where s.run = sqlc.arg(run)::uuid and s.reference = g.hash)
order by g.hash limit 500;

-- name: GiftsTaken :one
select count(*) as gifts, coalesce(sum(amount), 0)::bigint as amount from gift where state = 'DONE' and done_at >= $1;

-- name: GiftMobiles :many
select distinct mobile from gift where created_at >= $1;
