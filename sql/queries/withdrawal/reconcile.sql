-- name: ListWithdrawalsByID :many
select * from withdrawal where id = any(sqlc.arg(names)::text[]::uuid[]);

-- name: ListSentWithdrawals :many
-- A page of the withdrawals that were sent in a period.
select * from withdrawal
where sent_at >= sqlc.arg(since)::timestamptz and sent_at < sqlc.arg(until)::timestamptz
  and (sent_at, id) > (coalesce(sqlc.narg(after_at)::timestamptz, '-infinity'), sqlc.arg(after_id)::uuid)
order by sent_at, id limit 500;

-- name: InsertRestoredWithdrawal :exec
-- A withdrawal that our ledger lost and the provider has. attributed_at is null until its member is confirmed.
insert into withdrawal (id, member_id, amount, currency, hold_id, bank_code, bank_number, account_no, account_name, state, created_at, sends, sent_at, heard_at,
    restored_at, attributed_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'SENDING', sqlc.arg(at)::timestamptz, 1, sqlc.arg(at)::timestamptz, sqlc.arg(at)::timestamptz,
    sqlc.arg(now)::timestamptz, sqlc.narg(attributed_at)::timestamptz);

-- name: AddToPayoutDay :exec
-- A restored withdrawal counts for its own day. Earlier days do not count any more.
insert into payout_day as d (member_id, day, amount) values (sqlc.arg(member_id), sqlc.arg(day)::date, sqlc.arg(amount))
on conflict (member_id) do update set amount = case when d.day < excluded.day then excluded.amount else d.amount + excluded.amount end, day = greatest(d.day, excluded.day)
where d.day <= excluded.day;

-- name: GetAccountOwner :one
-- The member with the account that a payout went to. A bank account belongs to at most one member.
select m.id from member m join bank b on b.code = m.bank_code where b.number = sqlc.arg(bank_number)::text and m.bank_account_no = sqlc.arg(account_no)::text;

-- name: ListUnsentWithdrawals :many
-- A member's unsent withdrawals without a requested void, newest first.
select * from withdrawal where member_id = $1 and done_at is null and state in ('APPROVAL', 'QUEUED') and void_at is null order by created_at desc, id desc;

-- name: RequestVoid :exec
update withdrawal set void_at = sqlc.arg(now)::timestamptz, void_note = sqlc.arg(void_note), decided_by = sqlc.narg(decided_by), note = sqlc.arg(note), missing_at = null
where id = sqlc.arg(id);

-- name: MarkVoidedPayoutMissing :exec
-- The provider does not know the payout that is to be voided.
update withdrawal set missing_at = coalesce(missing_at, sqlc.arg(now)::timestamptz) where id = sqlc.arg(id) and done_at is null and void_at is not null;

-- name: OpenDifference :one
-- Whether the owner of one of a member's restored payouts is not certain, or the provider has another payout
-- under the name of one of the member's payouts.
select exists (select from withdrawal where member_id = $1 and done_at is null
    and (restored_at is not null and attributed_at is null or state = 'SENDING' and refused = 'OTHER_CONTENT')) as open;

-- name: HasPayoutHoldback :one
-- Why a member's payouts wait: an open difference, or a game whose balance has to be compared first. silent:
-- the game has not responded for an hour.
select exists (select from withdrawal where member_id = sqlc.arg(member_id)::bigint and done_at is null
        and (restored_at is not null and attributed_at is null or state = 'SENDING' and refused = 'OTHER_CONTENT'))::boolean as open,
    (u.back is not null)::boolean as uncompared, coalesce(u.back < sqlc.arg(now)::timestamptz - interval '1 hour', false)::boolean as silent
from uncompared(sqlc.arg(member_id)::bigint, null, sqlc.arg(now)) as u (back);

-- name: SendWithdrawalToApproval :exec
-- Moves a queued withdrawal back to approval by a cashier.
update withdrawal set state = 'APPROVAL', reasons = array_append(reasons, sqlc.arg(reason)::text) where id = sqlc.arg(id);

-- name: AttributeWithdrawal :execrows
update withdrawal set attributed_at = sqlc.arg(now)::timestamptz where id = sqlc.arg(id) and restored_at is not null and attributed_at is null and done_at is null;

-- name: ListRestoredThatFitMember :many
-- Restored payouts whose account and name (if the provider returns one) match their member. A payout with an
-- open proposal is left out.
select w.id from withdrawal w join member m on m.id = w.member_id
where w.restored_at is not null and w.attributed_at is null and w.done_at is null
    and (m.bank_code, m.bank_account_no) = (w.bank_code, w.account_no) and upper(w.account_name) in ('', upper(m.bank_account_name))
order by w.restored_at limit 500;

-- name: CountQueuedWithdrawals :one
select count(*) from withdrawal where done_at is null and state in ('QUEUED', 'SENDING');

-- name: ReplaceLostPayout :exec
-- The provider has another payout under its name, which our ledger had lost.
update withdrawal set amount = sqlc.arg(amount), hold_id = sqlc.arg(hold_id), bank_code = sqlc.arg(bank_code), bank_number = sqlc.arg(bank_number), account_no = sqlc.arg(account_no),
    restored_at = sqlc.arg(now)::timestamptz, refused = '', missing_at = null
where id = sqlc.arg(id);
