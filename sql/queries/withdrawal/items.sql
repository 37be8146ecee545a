-- name: ListWaitingWithdrawals :many
-- Withdrawals that wait for approval.
select sqlc.embed(w), m.seen as member from withdrawal w join member_seen m on m.id = w.member_id
where w.done_at is null and w.state = 'APPROVAL' and (w.created_at, w.id::text collate "C") > (sqlc.arg(after)::timestamptz, sqlc.arg(after_id)::text)
and sqlc.arg(member)::bigint in (0, w.member_id)
order by w.created_at, w.id::text collate "C" limit sqlc.arg(most)::int;

-- name: CountWaitingWithdrawals :one
select count(*) as waiting, coalesce(min(created_at), now())::timestamptz as oldest from withdrawal where done_at is null and state = 'APPROVAL';

-- name: ListWaitingPayouts :many
-- Sent withdrawals without a response since a time.
select sqlc.embed(w), m.seen as member from withdrawal w join member_seen m on m.id = w.member_id
where w.done_at is null and w.state = 'SENDING' and w.heard_at < sqlc.arg(before)::timestamptz and (w.heard_at, w.id::text collate "C") > (sqlc.arg(after)::timestamptz, sqlc.arg(after_id)::text)
and sqlc.arg(member)::bigint in (0, w.member_id)
order by w.heard_at, w.id::text collate "C" limit sqlc.arg(most)::int;

-- name: CountWaitingPayouts :one
select count(*) as waiting, coalesce(min(heard_at), now())::timestamptz as oldest from withdrawal
where done_at is null and state = 'SENDING' and heard_at < sqlc.arg(before)::timestamptz;

-- name: ListWaitingRestored :many
-- Restored withdrawals whose owner is not certain yet.
select sqlc.embed(w), m.seen as member, coalesce(v.left_over, 0)::bigint as lent from withdrawal w join member_seen m on m.id = w.member_id
left join advance v on v.id = w.id and v.done_at is null
where w.restored_at is not null and w.attributed_at is null and w.done_at is null
and (w.restored_at, w.id::text collate "C") > (sqlc.arg(after)::timestamptz, sqlc.arg(after_id)::text) and sqlc.arg(member)::bigint in (0, w.member_id)
order by w.restored_at, w.id::text collate "C" limit sqlc.arg(most)::int;

-- name: CountWaitingRestored :one
select count(*) as waiting, coalesce(min(restored_at), now())::timestamptz as oldest from withdrawal where restored_at is not null and attributed_at is null and done_at is null;

-- name: ListWaitingAdvances :many
select sqlc.embed(v), m.seen as member from advance v join member_seen m on m.id = v.member_id
where v.done_at is null and (v.made_at, v.id::text collate "C") > (sqlc.arg(after)::timestamptz, sqlc.arg(after_id)::text) and sqlc.arg(member)::bigint in (0, v.member_id)
order by v.made_at, v.id::text collate "C" limit sqlc.arg(most)::int;

-- name: CountWaitingAdvances :one
select count(*) as waiting, coalesce(min(made_at), now())::timestamptz as oldest from advance where done_at is null;

-- name: LockOpenAdvance :one
select * from advance where id = $1 and done_at is null for update;
