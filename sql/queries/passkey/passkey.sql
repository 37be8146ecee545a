-- name: EnsureOwner :exec
insert into passkey_owner (member_id, handle) values ($1, $2) on conflict (member_id) do nothing;

-- name: LockOwner :one
-- Locks the member until the commit, so that two concurrent additions cannot both be the tenth passkey.
select handle from passkey_owner where member_id = $1 for update;

-- name: ListPasskeys :many
select * from passkey where member_id = $1 order by id;

-- name: InsertPasskey :one
-- Returns no row if the credential is already stored, for this or another member.
insert into passkey (member_id, credential_id, public_key, sign_count, transports, aaguid, backup_eligible, backed_up, name, created_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
on conflict (credential_id) do nothing
returning *;

-- name: GetPasskeyByCredential :one
select sqlc.embed(p), o.handle from passkey p join passkey_owner o on o.member_id = p.member_id where p.credential_id = $1;

-- name: LockPasskey :one
select sign_count, stopped_at from passkey where id = $1 for update;

-- name: StorePasskeyUse :exec
update passkey set sign_count = sqlc.arg(sign_count), backed_up = sqlc.arg(backed_up), used_at = sqlc.arg(now)::timestamptz where id = sqlc.arg(id);

-- name: StopPasskey :exec
update passkey set stopped_at = sqlc.arg(now)::timestamptz where id = sqlc.arg(id);

-- name: RenamePasskey :one
update passkey set name = sqlc.arg(name) where id = sqlc.arg(id) and member_id = sqlc.arg(member_id) returning *;

-- name: DeletePasskey :execrows
delete from passkey where id = $1 and member_id = $2;

-- name: CountPasskeys :one
select count(*) from passkey where member_id = $1;

-- name: InsertSpentChallenge :execrows
insert into passkey_spent (nonce, key_print, expires_at) values ($1, $2, $3) on conflict (nonce) do nothing;

-- name: GetSpentKeyPrint :one
select key_print from passkey_spent where nonce = $1;

-- name: DeleteExpiredChallenges :exec
delete from passkey_spent where expires_at < $1;

-- name: GetOwnerHandle :one
select handle from passkey_owner where member_id = $1;
