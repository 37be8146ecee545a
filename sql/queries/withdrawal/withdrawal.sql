-- name: InsertWithdrawal :one
-- Names the hold by its key, so that both can be sent in one batch. Callers hold the wallet's lock, so of two
-- concurrent withdrawals the second one counts the first.
with today as (
    insert into payout_day as d (member_id, day, amount)
    select sqlc.arg(member_id)::bigint, sqlc.arg(day)::date, sqlc.arg(amount)::bigint where allowed()
    on conflict (member_id) do update
    set amount = case when d.day < excluded.day then excluded.amount else d.amount + excluded.amount end, day = greatest(d.day, excluded.day)
    returning amount
), judged as materialized ( -- its reasons are read twice
    select m.id as member_id, m.bank_code, m.bank_account_no, m.bank_account_name, array_remove(array[
        case when exists (select from game_explained e where e.member_id = m.id and e.is_open) and exists (
            select from account a where a.owner = m.id and a.role = 'wallet'
                and a.balance < unexplained_win(m.id, sqlc.arg(member_bound)::bigint, sqlc.arg(slot_bound)::bigint)
        ) then 'UNEXPLAINED_WIN' end,
        case when not exists (select from payout_proof p where p.member_id = m.id and p.bank_code = m.bank_code and p.account_no = m.bank_account_no and p.account_name = m.bank_account_name)
            then 'FIRST_PAYOUT' end,
        case when m.password_reset_at > sqlc.arg(reset_after)::timestamptz
                and not exists (select from withdrawal w where w.member_id = m.id and w.created_at >= m.password_reset_at and w.approved_by is not null)
            then 'PASSWORD_RESET' end,
        -- The first withdrawal after a reward that another member with the same holder's name has received, too.
        case when (exists (select from bonus_taken b where b.member_id = m.id) or exists (select from accrual a where a.member_id = m.id and a.kind = 'INVITE'))
                and has_shared_reward(m.id)
            then 'SAME_HOLDER' end,
        case when sqlc.arg(amount) > sqlc.arg(auto_limit)::bigint then 'ABOVE_AUTO_LIMIT'
            when today.amount > sqlc.arg(auto_limit) then 'ABOVE_DAY_LIMIT' end
    ], null) as reasons
    from today join member m on m.id = sqlc.arg(member_id)
)
insert into withdrawal (id, member_id, amount, currency, hold_id, bank_code, bank_number, account_no, account_name, state, created_at, reasons)
select sqlc.arg(id)::uuid, member_id, sqlc.arg(amount), sqlc.arg(currency)::text, (select t.id from transfer t where t.key = sqlc.arg(hold_key)::uuid),
    bank_code, sqlc.arg(bank_number)::text, bank_account_no, bank_account_name,
    (case when reasons = '{}' then 'QUEUED' else 'APPROVAL' end)::withdrawal_state, sqlc.arg(created_at)::timestamptz, reasons
from judged
returning state;

-- name: GuardQueued :one
-- Allows the job only if the withdrawal does not wait for a cashier.
select true from withdrawal where id = sqlc.arg(id)::uuid and state = 'QUEUED';

-- name: SubtractFromPayoutDay :exec
-- Subtracts a failed withdrawal from its day's sum.
update payout_day set amount = amount - sqlc.arg(amount) where member_id = sqlc.arg(member_id) and day = sqlc.arg(day)::date;

-- name: GetWithdrawal :one
select * from withdrawal where id = $1;

-- name: LockWithdrawal :one
select * from withdrawal where id = $1 for update;

-- name: ApproveWithdrawal :exec
update withdrawal set state = 'QUEUED', approved_by = $2 where id = $1;

-- name: MustWaitForPlays :one
-- Whether a member's wallet holds less than the unexplained sum that it has to keep (package games).
select exists (
    select from account a where a.owner = sqlc.arg(member_id)::bigint and a.role = 'wallet'
        and a.balance < unexplained_win(sqlc.arg(member_id), sqlc.arg(member_bound)::bigint, sqlc.arg(slot_bound)::bigint)
)::boolean as kept;

-- name: ListExplainedWithdrawals :many
-- Withdrawals that waited for plays and no longer have to.
select w.id from withdrawal w join account a on a.owner = w.member_id and a.role = 'wallet'
where w.done_at is null and w.state = 'APPROVAL' and 'UNEXPLAINED_WIN' = any(w.reasons) and w.currency = sqlc.arg(currency)::text
    and a.balance >= unexplained_win(w.member_id, sqlc.arg(member_bound)::bigint, sqlc.arg(slot_bound)::bigint)
order by w.created_at limit 500;

-- name: StoreReasons :exec
-- Stores the reasons that remain, and who approved the others.
update withdrawal set reasons = sqlc.arg(reasons)::text[], approved_by = coalesce(sqlc.narg(approved_by)::bigint, approved_by) where id = sqlc.arg(id);

-- name: QueueWithdrawal :exec
update withdrawal set state = 'QUEUED' where id = $1;

-- name: MarkWithdrawalSending :exec
-- Committed before the provider is called.
update withdrawal set state = 'SENDING', sends = sends + 1, sent_at = sqlc.arg(now)::timestamptz, heard_at = sqlc.arg(now)::timestamptz, missing_at = null,
    void_at = null, void_note = '', note = '', decided_by = null
where id = sqlc.arg(id);

-- name: MarkWithdrawalResponded :exec
-- The provider has the payout, and its outcome is not known yet.
update withdrawal set heard_at = sqlc.arg(now)::timestamptz, missing_at = null where id = sqlc.arg(id) and state = 'SENDING';

-- name: MarkWithdrawalMissing :exec
-- The provider does not know the payout.
update withdrawal set heard_at = sqlc.arg(now)::timestamptz, missing_at = coalesce(missing_at, sqlc.arg(now)::timestamptz)
where id = sqlc.arg(id) and state = 'SENDING';

-- name: StoreSendRejection :exec
update withdrawal set refused = sqlc.arg(refused), heard_at = sqlc.arg(now)::timestamptz, missing_at = null
where id = sqlc.arg(id) and state = 'SENDING';

-- name: StoreOtherMark :exec
-- The provider has another payout under its name. There was a response, and the outcome is still in doubt.
update withdrawal set refused = sqlc.arg(refused) where id = sqlc.arg(id) and state = 'SENDING';

-- name: EndWithdrawal :exec
update withdrawal set state = $2, transfer_id = $3, decided_by = $4, note = $5, done_at = $6 where id = $1;

-- name: ListStalledWithdrawals :many
-- Unfinished withdrawals without a step since a time.
select id from withdrawal
where done_at is null and (state in ('QUEUED', 'SENDING') or void_at is not null) and coalesce(sent_at, void_at, created_at) < sqlc.arg(before)::timestamptz
order by created_at limit 1000;

-- name: VerifyWithdrawals :one
-- Counts withdrawals whose hold belongs to another row or contradicts their state, withdrawals that differ from
-- their line, holds without a withdrawal, and ended gatherings that differ from their line.
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
     + (select count(*) from transfer h join account a on a.id = h.credit_id where h.kind = 'hold' and a.kind = 'withdrawals_pending'
        and not exists (select from withdrawal w where w.hold_id = h.id)
        -- One that was voided for another payout of its withdrawal's name has a failed line of its own (VerifyLines).
        and not exists (select from transfer r join statement_line l on l.transfer_id = r.id where r.resolves_id = h.id and r.kind = 'void' and l.note = 'WITHDRAW_GAVE_WAY'))
     + (select count(*) - count(distinct w.hold_id) from withdrawal w)
     + (select count(*) from withdrawal_gather g left join statement_line l on l.id = g.id left join withdrawal w on w.id = g.id
        where l.id is null or l.member_id <> g.member_id or l.amount <> g.amount
           or (g.done_at is null and (w.id is not null or l.status <> 'PENDING')) or (g.done_at is not null and w.id is null and l.status <> 'FAILED'));
