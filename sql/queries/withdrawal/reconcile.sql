-- name: WithdrawalsNamed :many
select id, state, amount, currency, member_id from withdrawal where id = any(sqlc.arg(ids)::uuid[]);

-- name: WithdrawalsUnseen :many
-- Sent within a walk's time, and not in the company's list; a page after a row.
select id, state, amount, currency, member_id, sent_at::timestamptz as sent_at from withdrawal w
where w.sent_at >= sqlc.arg(since)::timestamptz and w.sent_at < sqlc.arg(until)::timestamptz
  and (w.sent_at, w.id) > (sqlc.arg(after_at)::timestamptz, sqlc.arg(after_id)::uuid)
  and not exists (select from reconcile_seen s where s.run = sqlc.arg(run)::uuid and s.reference = w.id::text)
order by w.sent_at, w.id limit 500;

-- name: WithdrawalRestored :exec
-- One that our book lost, as a cashier and a second person have told whose it is.
insert into withdrawal (id, member_id, amount, currency, hold_id, bank_code, bank_number, account_no, account_name, state, created_at, sends, sent_at, heard_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'SENDING', sqlc.arg(at)::timestamptz, 1, sqlc.arg(at)::timestamptz, sqlc.arg(at)::timestamptz);

-- name: WithdrawalsQueued :one
select count(*) from withdrawal where done_at is null and state in ('QUEUED', 'SENDING');
