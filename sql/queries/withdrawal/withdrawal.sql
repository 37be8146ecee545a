-- name: WithdrawalInsert :exec
-- Its hold is named by its key, so that both are sent together. The row of the
-- member's day comes first: its lock has two at once count each other.
--
-- Where the account is no longer the member's, or where the withdrawal is to go
-- out without a person's look and must not, a null is refused and with it all
-- that was sent along. WithdrawalGuards says the same, with the reasons.
with today as (
    insert into payout_day as d (member_id, day, amount) values (sqlc.arg(member_id)::bigint, sqlc.arg(day)::date, sqlc.arg(amount)::bigint)
    on conflict (member_id) do update
    set amount = case when d.day < excluded.day then excluded.amount else d.amount + excluded.amount end, day = greatest(d.day, excluded.day)
    returning amount
)
insert into withdrawal (id, member_id, amount, currency, hold_id, bank_code, bank_number, account_no, account_name, state, created_at, reasons)
select sqlc.arg(id)::uuid, sqlc.arg(member_id)::bigint, sqlc.arg(amount)::bigint, sqlc.arg(currency)::text, (select t.id from transfer t where t.key = sqlc.arg(hold_key)::uuid),
    sqlc.arg(bank_code)::text, sqlc.arg(bank_number)::text, m.bank_account_no, sqlc.arg(account_name)::text,
    case when sqlc.arg(state)::withdrawal_state = 'APPROVAL' or (
            today.amount <= sqlc.arg(auto_limit)::bigint
            and exists (select from payout_proof p where p.member_id = m.id and p.bank_code = m.bank_code and p.account_no = m.bank_account_no and p.account_name = m.bank_account_name)
            and (m.password_reset_at is null or m.password_reset_at <= sqlc.arg(reset_after)::timestamptz
                or exists (select from withdrawal w where w.member_id = m.id and w.created_at >= m.password_reset_at and w.approved_by is not null))
        ) then sqlc.arg(state)::withdrawal_state end,
    sqlc.arg(created_at)::timestamptz, sqlc.arg(reasons)::text[]
from today left join member m on m.id = sqlc.arg(member_id)::bigint and m.bank_code = sqlc.arg(bank_code)::text
    and m.bank_account_no = sqlc.arg(account_no)::text and m.bank_account_name = sqlc.arg(account_name)::text;

-- name: WithdrawalGuards :one
-- What a withdrawal has to wait for a cashier for, and what the member has asked
-- for on a day so far. Callers hold the lock of the member's wallet.
select coalesce((select d.amount from payout_day d where d.member_id = m.id and d.day >= sqlc.arg(day)::date), 0)::bigint as asked_today,
    (not exists (select from payout_proof p where p.member_id = m.id and p.bank_code = m.bank_code and p.account_no = m.bank_account_no and p.account_name = m.bank_account_name))::boolean as unproven,
    coalesce(m.password_reset_at > sqlc.arg(reset_after)::timestamptz
        and not exists (select from withdrawal w where w.member_id = m.id and w.created_at >= m.password_reset_at and w.approved_by is not null), false)::boolean as after_reset
from member m where m.id = sqlc.arg(member_id);

-- name: PayoutDayLess :exec
-- A withdrawal of that day failed.
update payout_day set amount = amount - sqlc.arg(amount) where member_id = sqlc.arg(member_id) and day = sqlc.arg(day)::date;

-- name: WithdrawalByID :one
select * from withdrawal where id = $1;

-- name: WithdrawalLock :one
select * from withdrawal where id = $1 for update;

-- name: WithdrawalApprove :exec
update withdrawal set state = 'QUEUED', approved_by = $2 where id = $1;

-- name: WithdrawalSend :exec
-- Written, and committed, before the company is called.
update withdrawal set state = 'SENDING', sends = sends + 1, sent_at = sqlc.arg(now)::timestamptz, heard_at = sqlc.arg(now)::timestamptz, missing_at = null
where id = sqlc.arg(id);

-- name: WithdrawalHeard :exec
-- The company has the payout, and does not know its end yet.
update withdrawal set heard_at = sqlc.arg(now)::timestamptz, missing_at = null where id = sqlc.arg(id) and state = 'SENDING';

-- name: WithdrawalMissing :exec
-- The company does not know the payout.
update withdrawal set heard_at = sqlc.arg(now)::timestamptz, missing_at = coalesce(missing_at, sqlc.arg(now)::timestamptz)
where id = sqlc.arg(id) and state = 'SENDING';

-- name: WithdrawalTurnedDown :exec
update withdrawal set refused = sqlc.arg(refused), heard_at = sqlc.arg(now)::timestamptz, missing_at = null
where id = sqlc.arg(id) and state = 'SENDING';

-- name: WithdrawalEnd :exec
update withdrawal set state = $2, transfer_id = $3, decided_by = $4, note = $5, done_at = $6 where id = $1;

-- name: WithdrawalsStalled :many
-- Under way, and their last step is long ago.
select id from withdrawal
where done_at is null and state in ('QUEUED', 'SENDING') and coalesce(sent_at, created_at) < sqlc.arg(before)::timestamptz
order by created_at limit 1000;

-- name: VerifyWithdrawals :one
-- Withdrawals whose hold is not theirs or is not where their state says; their
-- lines that say something else; and members' holds for a withdrawal that is
-- none.
select (select count(*) from withdrawal w
        left join transfer h on h.id = w.hold_id
        left join transfer r on r.resolves_id = w.hold_id
        left join statement_line l on l.id = w.id
        left join account a on a.id = h.debit_id
        where h.id is null or a.owner is distinct from w.member_id or h.kind <> 'hold' or h.amount <> w.amount or h.currency <> w.currency
           or r.id is distinct from w.transfer_id
           or (w.state = 'PAID' and r.kind <> 'settle') or (w.state = 'FAILED' and r.kind <> 'void')
           or l.id is null or l.member_id <> w.member_id or l.amount <> w.amount
           or l.status <> (case w.state when 'PAID' then 'SUCCESS' when 'FAILED' then 'FAILED' else 'PENDING' end)::statement_status
           or l.can_cancel <> (w.state in ('APPROVAL', 'QUEUED')))
     + (select count(*) from transfer h where h.kind = 'hold' and h.credit_id in (3, 503)
        and not exists (select from withdrawal w where w.hold_id = h.id))
     + (select count(*) - count(distinct w.hold_id) from withdrawal w);
