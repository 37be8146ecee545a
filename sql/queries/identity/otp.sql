-- name: OTPLockPhone :exec
-- Sends for one phone go one after the other, so that two at once cannot both pass the limits.
select pg_advisory_xact_lock(hashtextextended('otp:' || sqlc.arg(phone)::text, 0));

-- name: OTPState :one
-- What the limits need to know of a phone; 'epoch' where there is nothing.
select count(*) as last_hour,
       coalesce(max(created_at), 'epoch')::timestamptz as last_sent,
       coalesce(min(created_at), 'epoch')::timestamptz as first_in_hour,
       coalesce(max(blocked_until), 'epoch')::timestamptz as blocked_until
from otp where phone = sqlc.arg(phone) and created_at > sqlc.arg(hour_ago)::timestamptz;

-- name: OTPInsert :one
insert into otp (token_hash, phone, purpose, created_at, expires_at) values ($1, $2, $3, $4, $5) returning id;

-- name: OTPHandedOver :exec
update otp set provider_token = $2, ref = $3 where id = $1;

-- name: OTPDelete :exec
delete from otp where id = $1;

-- name: OTPByToken :one
select * from otp where token_hash = $1;

-- name: OTPTry :one
-- Counts a try before the company is asked; no row means that none is left.
update otp set tries = tries + 1 where id = sqlc.arg(id) and tries < sqlc.arg(max_tries)::int and verified_at is null returning tries;

-- name: OTPUntry :exec
update otp set tries = tries - 1 where id = $1;

-- name: OTPBlock :exec
update otp set blocked_until = sqlc.arg(blocked_until)::timestamptz where id = sqlc.arg(id);

-- name: OTPVerified :exec
update otp set verified_at = sqlc.arg(now)::timestamptz, code_mac = sqlc.arg(code_mac) where id = sqlc.arg(id);

-- name: OTPFresh :one
-- The newest verified and unused code of a phone for a purpose.
select * from otp
where phone = $1 and purpose = $2 and verified_at > sqlc.arg(since)::timestamptz and used_at is null
order by verified_at desc limit 1;

-- name: OTPUse :execrows
update otp set used_at = sqlc.arg(now)::timestamptz where id = sqlc.arg(id) and used_at is null;

-- name: OTPSweep :exec
delete from otp where created_at < $1;
