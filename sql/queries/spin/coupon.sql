-- name: InsertCoupon :exec
insert into coupon (id, member_id, currency, prize, name, slice, kind, amount, times, won_at, expires_at, large, version)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13);

-- name: GetNextCoupon :one
-- The open coupon of a prize that expires first.
select * from coupon where member_id = sqlc.arg(member_id) and prize = sqlc.arg(prize) and claimed_at is null and expires_at > sqlc.arg(now)::timestamptz
order by expires_at, id limit 1 for update;

-- name: HasMissedCoupon :one
select exists (select from coupon where member_id = sqlc.arg(member_id) and prize = sqlc.arg(prize) and claimed_at is null)::boolean as missed;

-- name: ClaimCoupon :exec
update coupon set claimed_at = sqlc.arg(now)::timestamptz, key = sqlc.arg(key)::uuid, version = next_version(member_id) where id = sqlc.arg(id);

-- name: ListClaimableCoupons :many
select * from coupon where member_id = sqlc.arg(member_id) and claimed_at is null and expires_at > sqlc.arg(now)::timestamptz
order by expires_at, id limit 1000;

-- name: ListCouponsSince :many
select * from coupon where member_id = sqlc.arg(member_id) and version > sqlc.arg(after) order by version limit sqlc.arg(page_size);

-- name: ListWaitingLargePrizes :many
select sqlc.embed(c), m.seen as member from coupon c join member_seen m on m.id = c.member_id
where c.large and c.seen_at is null and (c.won_at, c.id::text collate "C") > (sqlc.arg(after)::timestamptz, sqlc.arg(after_id)::text)
and sqlc.arg(member)::bigint in (0, c.member_id)
order by c.won_at, c.id::text collate "C" limit sqlc.arg(most)::int;

-- name: CountWaitingLargePrizes :one
select count(*) as waiting, coalesce(min(won_at), now())::timestamptz as oldest from coupon where large and seen_at is null;

-- name: MarkLargePrizeSeen :one
update coupon set seen_at = sqlc.arg(now)::timestamptz, seen_by = sqlc.arg(seen_by)::bigint
where id = sqlc.arg(id) and large and seen_at is null returning amount, currency;
