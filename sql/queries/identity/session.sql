-- name: InsertSession :one
-- A known token means that the login was repeated with the same key. Returns no row if the password was changed
-- since it was checked. The lock waits for a concurrent change, which ends the sessions that it sees.
with owner as (
    select m.id from member m where m.id = sqlc.arg(member_id) and m.password_hash = sqlc.arg(password_hash) for share
)
insert into session (member_id, token_hash, remember, device, created_at, last_seen_at, expires_at)
select owner.id, sqlc.arg(token_hash)::bytea, sqlc.arg(remember)::boolean, sqlc.arg(device)::text,
       sqlc.arg(now)::timestamptz, sqlc.arg(now)::timestamptz, sqlc.arg(expires_at)::timestamptz
from owner
on conflict (token_hash) do update set last_seen_at = excluded.last_seen_at, confirm_needed = false
returning id, expires_at, revoked_at, (xmax = 0)::boolean as fresh;

-- name: GetSessionCaller :one
select s.id, s.member_id, s.remember, s.created_at, s.last_seen_at, s.expires_at, s.confirm_needed, m.public_id, m.phone, m.active,
    m.currency, m.bank_code, coalesce(b.number, '')::text as bank_number, m.bank_account_no as account_no, m.bank_account_name as account_name
from session s join member m on m.id = s.member_id left join bank b on b.code = m.bank_code
where s.token_hash = $1 and s.revoked_at is null;

-- name: TouchSession :one
-- Requires the password again after a long pause. The row decides, because a concurrent call may have touched or
-- confirmed the session since it was read.
update session set last_seen_at = greatest(last_seen_at, sqlc.arg(now)::timestamptz), expires_at = sqlc.arg(expires_at),
    confirm_needed = confirm_needed or last_seen_at < sqlc.arg(idle_since)::timestamptz
where id = sqlc.arg(id)
returning confirm_needed;

-- name: CountPasswordTry :one
-- Counts a try of a password in a session before the password is checked. Returns no row if no try is left.
update session set guesses = guesses + 1
where id = sqlc.arg(id) and guesses < sqlc.arg(most)::int and revoked_at is null
returning guesses;

-- name: RemovePasswordTry :exec
-- Takes the try back, because the password was not checked.
update session set guesses = guesses - 1 where id = $1 and guesses > 0;

-- name: ResetPasswordTries :exec
-- Resets the tries, because the password was right.
update session set guesses = 0 where id = $1;

-- name: MarkSessionConfirmed :exec
update session set confirm_needed = false where id = $1;

-- name: ListSessionsOfMember :many
select id, remember, device, created_at, last_seen_at from session
where member_id = $1 and revoked_at is null and expires_at > sqlc.arg(now)
order by last_seen_at desc limit 50;

-- name: ListOpenSessions :many
-- The given sessions that are still open.
select s.id from session s join member m on m.id = s.member_id
where s.id = any(sqlc.arg(ids)::bigint[]) and s.revoked_at is null and s.expires_at > sqlc.arg(now) and m.active;

-- name: IsSessionRevoked :one
-- Whether a session was ended other than by time. True if its row is gone.
select not exists (select from session s where s.id = $1 and s.revoked_at is null);

-- name: RevokeSession :execrows
-- Ends a session. A repeat keeps the first time.
update session set revoked_at = coalesce(revoked_at, sqlc.arg(now)::timestamptz) where id = sqlc.arg(id) and member_id = sqlc.arg(member_id);

-- name: RevokeOtherSessions :exec
update session set revoked_at = sqlc.arg(now)::timestamptz
where member_id = sqlc.arg(member_id) and id <> sqlc.arg(keep_id) and revoked_at is null;

-- name: RevokeAllSessions :exec
-- Ends the sessions of all members.
update session set revoked_at = sqlc.arg(now)::timestamptz where revoked_at is null;

-- name: DeleteOldSessions :exec
delete from session where expires_at < sqlc.arg(before) or revoked_at < sqlc.arg(before);

-- name: StoreKnownDevice :exec
insert into known_device (member_id, device_hash, seen_at) values ($1, $2, sqlc.arg(now)::timestamptz)
on conflict (member_id, device_hash) do update set seen_at = excluded.seen_at;

-- name: MarkSharedDevice :exec
-- Stores the pairs of a member and the newest fifty other members of a device. Rows are written in one order, so that two
-- sign-ins cannot deadlock.
with others as (
    select k.member_id as id from known_device k where k.device_hash = sqlc.arg(device_hash)::bytea and k.member_id <> sqlc.arg(member_id)::bigint
    order by k.seen_at desc limit 50
)
insert into same_device (member_id, other_id, device_hash, since)
select p.one, p.other, sqlc.arg(device_hash), sqlc.arg(now)::timestamptz from (
    select sqlc.arg(member_id)::bigint as one, o.id as other from others o union all select o.id, sqlc.arg(member_id)::bigint from others o
) p order by p.one, p.other
on conflict do nothing;

-- name: StoreSignInAddress :exec
-- Stores a limited number of addresses per member and day, so that sign-ins at changing addresses cannot fill the
-- table.
insert into sign_in_address (member_id, day, address, at)
select sqlc.arg(member_id)::bigint, sqlc.arg(day)::date, sqlc.arg(address)::text, sqlc.arg(now)::timestamptz
where (select count(*) from sign_in_address a where a.member_id = sqlc.arg(member_id) and a.day = sqlc.arg(day)) < sqlc.arg(most)::int
on conflict (member_id, day, address) do update set at = greatest(sign_in_address.at, excluded.at);

-- name: DeleteOldSignInAddresses :exec
delete from sign_in_address where day < sqlc.arg(before)::date;

-- name: DeleteKnownDevices :exec
-- Deletes all but the newest devices of a member.
delete from known_device d
where d.member_id = sqlc.arg(member_id) and d.device_hash in (
    select k.device_hash from known_device k where k.member_id = sqlc.arg(member_id)
    order by k.seen_at desc offset sqlc.arg(keep)::int);

-- name: IsDeviceKnown :one
select exists (select from known_device d join member m on m.id = d.member_id where m.phone = sqlc.arg(phone) and d.device_hash = sqlc.arg(device_hash));

-- name: HasDevice :one
select exists (select from known_device where member_id = $1 and device_hash = $2);
