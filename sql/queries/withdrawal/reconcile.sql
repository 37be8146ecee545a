-- name: WithdrawalsNamed :many
select * from withdrawal where id = any(sqlc.arg(names)::text[]::uuid[]);

-- name: WithdrawalsSent :many
-- Sent within a period; a page after a row.
select * from withdrawal
where sent_at >= sqlc.arg(since)::timestamptz and sent_at < sqlc.arg(until)::timestamptz
  and (sent_at, id) > (coalesce(sqlc.narg(after_at)::timestamptz, '-infinity'), sqlc.arg(after_id)::uuid)
order by sent_at, id limit 500;

-- name: WithdrawalRestored :exec
-- One that our book lost, as a cashier and a second person have told whose it is.
insert into withdrawal (id, member_id, amount, currency, hold_id, bank_code, bank_number, account_no, account_name, state, created_at, sends, sent_at, heard_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'SENDING', sqlc.arg(at)::timestamptz, 1, sqlc.arg(at)::timestamptz, sqlc.arg(at)::timestamptz);

-- name: WithdrawalsQueued :one
select count(*) from withdrawal where done_at is null and state in ('QUEUED', 'SENDING');
