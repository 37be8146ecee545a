-- name: LockPhoneForOTP :exec
-- Locks a phone until the commit, so that two concurrent sends cannot both pass the limits.
select pg_advisory_xact_lock(hashtextextended('otp:' || sqlc.arg(phone)::text, 0));

-- name: GetOTPState :one
-- What the limits need about a phone's last day. A time is 'epoch' if there is none. Codes that the member's own
-- devices requested are not in the all_ columns.
select coalesce(max(created_at) filter (where caller = sqlc.arg(caller)::text), 'epoch')::timestamptz as mine_last,
       count(*) filter (where caller = sqlc.arg(caller) and created_at > sqlc.arg(hour_ago)::timestamptz) as mine_hour,
       coalesce(min(created_at) filter (where caller = sqlc.arg(caller) and created_at > sqlc.arg(hour_ago)::timestamptz), 'epoch')::timestamptz as mine_first,
       count(*) filter (where not own and created_at > sqlc.arg(hour_ago)::timestamptz) as all_hour,
       coalesce(min(created_at) filter (where not own and created_at > sqlc.arg(hour_ago)::timestamptz), 'epoch')::timestamptz as all_hour_first,
       count(*) filter (where not own) as all_day,
       coalesce(min(created_at) filter (where not own), 'epoch')::timestamptz as all_day_first
from otp where phone = sqlc.arg(phone) and created_at > sqlc.arg(day_ago)::timestamptz;

-- name: InsertOTP :one
insert into otp (token_hash, phone, purpose, caller, own, created_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7) returning id;

-- name: StoreOTPHandover :exec
update otp set provider_token = $2, ref = $3 where id = $1;

-- name: DeleteOTP :exec
delete from otp where id = $1;

-- name: GetOTPByToken :one
select * from otp where token_hash = $1;

-- name: CountOTPTry :one
-- Counts a try before the provider is called. Returns no row if no try is left.
update otp set tries = tries + 1 where id = sqlc.arg(id) and tries < sqlc.arg(max_tries)::int and verified_at is null returning tries;

-- name: RemoveOTPTry :exec
update otp set tries = tries - 1 where id = $1;

-- name: BlockOTP :exec
update otp set blocked_until = sqlc.arg(blocked_until)::timestamptz where id = sqlc.arg(id);

-- name: MarkOTPVerified :exec
update otp set verified_at = sqlc.arg(now)::timestamptz, code_mac = sqlc.arg(code_mac) where id = sqlc.arg(id);

-- name: MarkOTPUsed :execrows
update otp set used_at = sqlc.arg(now)::timestamptz where id = sqlc.arg(id) and used_at is null;

-- name: DeleteOldOTPs :exec
delete from otp where created_at < $1;
