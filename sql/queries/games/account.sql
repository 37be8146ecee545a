-- name: InsertAccount :execrows
-- The username is stored before the provider is called.
with added as (
    insert into game_account (member_id, slot_code, username, password, created_at, version)
    values ($1, $2, $3, $4, $5, $6) on conflict (member_id, slot_code) do nothing returning member_id, slot_code)
insert into game_explained (member_id, slot_code) select member_id, slot_code from added;

-- name: GetAccount :one
select * from game_account where member_id = $1 and slot_code = $2;

-- name: LockAccount :one
select * from game_account where member_id = $1 and slot_code = $2 for update;

-- name: ListActiveAccounts :many
select * from game_account where member_id = $1 and state = 'ACTIVE' order by slot_code;

-- name: HasActiveAccount :one
select exists (select from game_account where member_id = $1 and state = 'ACTIVE')::boolean as any;

-- name: MarkAccountOpened :exec
update game_account set state = 'ACTIVE', opened_at = sqlc.arg(now)::timestamptz, existed = sqlc.arg(existed), version = sqlc.arg(version)
where member_id = sqlc.arg(member_id) and slot_code = sqlc.arg(slot_code) and state = 'OPENING';

-- name: ListOpeningAccounts :many
select member_id, slot_code from game_account where state = 'OPENING' and created_at < sqlc.arg(before)::timestamptz and created_at >= sqlc.arg(after)::timestamptz order by created_at limit 1000;

-- name: StorePendingPassword :exec
update game_account set pending = $3 where member_id = $1 and slot_code = $2;

-- name: ConfirmPendingPassword :execrows
-- Replaces the password by the pending one, unless another password became pending since.
update game_account set password = pending, pending = null where member_id = $1 and slot_code = $2 and pending = $3;

-- name: StoreAccountBalance :one
-- Stores the balance that the provider reported, and returns whether the account's balance is stale. If the
-- reported balance is not believed, the last balance changes by delta, the units that a call has moved, and is
-- stale. An older report changes nothing. Nor does a report while a call's outcome is unknown.
update game_account a set units = case when j.ok then sqlc.arg(units)::bigint else greatest(a.units + sqlc.arg(delta)::bigint, 0) end,
    asked_at = case when j.ok then sqlc.arg(asked_at)::timestamptz else a.asked_at end, stale = not j.ok, version = next_version(a.member_id)
from (
    select is_believed(sqlc.arg(member_id)::bigint, sqlc.arg(slot_code)::text, sqlc.arg(units), sqlc.arg(member_bound)::bigint, sqlc.arg(slot_bound)::bigint, sqlc.arg(asked_at)) as ok
) j
where a.member_id = sqlc.arg(member_id) and a.slot_code = sqlc.arg(slot_code) and (a.asked_at is null or a.asked_at < sqlc.arg(asked_at))
    and not is_moving(a.member_id, a.slot_code) and allowed()
returning a.stale;

-- name: MarkAccountStale :exec
update game_account set stale = true, version = sqlc.arg(version)
where member_id = sqlc.arg(member_id) and slot_code = sqlc.arg(slot_code) and not stale;

-- name: ConfirmAccountBalance :execrows
-- The provider reports the same balance as before, and it is still believed.
update game_account a set asked_at = sqlc.arg(asked_at)::timestamptz
where a.member_id = sqlc.arg(member_id)::bigint and a.slot_code = sqlc.arg(slot_code)::text and (a.asked_at is null or a.asked_at < sqlc.arg(asked_at))
    and not is_moving(a.member_id, a.slot_code) and is_believed(sqlc.arg(member_id), sqlc.arg(slot_code), a.units, sqlc.arg(member_bound)::bigint, sqlc.arg(slot_bound)::bigint, sqlc.arg(asked_at));

-- name: HasChangedAccounts :one
select exists (select from game_account where member_id = $1 and version > sqlc.arg(after))::boolean as changed;

-- name: AddToAccountBalance :exec
-- Stores the balance that follows from a call, if the provider's response has none. A balance that was requested
-- before is then ignored.
update game_account set units = greatest(units + sqlc.arg(delta)::bigint, 0), asked_at = sqlc.arg(now)::timestamptz, version = next_version(member_id)
where member_id = sqlc.arg(member_id) and slot_code = sqlc.arg(slot_code) and allowed();

-- name: ListAccountsToReseal :many
-- Accounts with a password that another key than the one given has sealed.
select member_id, slot_code, username, password, pending from game_account
where get_byte(password, 0) <> sqlc.arg(key)::int or get_byte(pending, 0) <> sqlc.arg(key)
order by member_id, slot_code limit 500;

-- name: StoreResealedAccount :execrows
-- Only if it is unchanged since it was read: a concurrent reset has sealed another password.
update game_account set password = sqlc.arg(password), pending = sqlc.narg(pending)
where member_id = sqlc.arg(member_id) and slot_code = sqlc.arg(slot_code)
  and password = sqlc.arg(old_password) and pending is not distinct from sqlc.narg(old_pending);
