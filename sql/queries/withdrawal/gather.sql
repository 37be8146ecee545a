-- name: InsertGathering :exec
insert into withdrawal_gather (id, member_id, amount, currency, created_at)
select sqlc.arg(id)::uuid, sqlc.arg(member_id)::bigint, sqlc.arg(amount)::bigint, sqlc.arg(currency)::text, sqlc.arg(created_at)::timestamptz
where allowed();

-- name: GetGathering :one
select * from withdrawal_gather where id = $1;

-- name: GetWithdrawalStatus :one
-- Reads both tables in one statement, since between two statements a gathering row could become a
-- withdrawal. unattributed: the owner of the restored payout is not certain yet.
select coalesce(w.state::text, '')::text as state, w.heard_at, w.reasons, (w.id is null and g.done_at is null)::bool as gathering,
    (w.restored_at is not null and w.attributed_at is null)::bool as unattributed
from (values (sqlc.arg(id)::uuid)) as asked (id)
left join withdrawal w on w.id = asked.id
left join withdrawal_gather g on g.id = asked.id
where w.id is not null or g.id is not null;

-- name: IsGatheringOpen :one
-- Whether a member's withdrawal still gathers money.
select exists (select from withdrawal_gather where id = sqlc.arg(id)::uuid and member_id = sqlc.arg(member_id)::bigint and done_at is null)::boolean as open;

-- name: LockGathering :one
select * from withdrawal_gather where id = $1 for update;

-- name: EndGathering :exec
update withdrawal_gather set done_at = sqlc.arg(now)::timestamptz where id = sqlc.arg(id);

-- name: ListStalledGatherings :many
select id from withdrawal_gather where done_at is null and created_at < sqlc.arg(before)::timestamptz order by created_at limit 1000;
