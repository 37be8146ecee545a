-- name: InsertSlip :execrows
-- Conflicts on the clientId, and on the same bytes while they are checked, insert nothing.
insert into slip (id, member_id, state, reference, picture, mime, bytes, captured_at, uploaded_at, currency, version, file)
values ($1, $2, 'CHECKING', $3, $4, $5, $6, $7, $8, $9, $10, $11)
on conflict do nothing;

-- name: GetSlip :one
select * from slip where id = $1;

-- name: GetSlipWithPicture :one
select * from slip where member_id = $1 and picture = $2 and state <> 'DONE';

-- name: ListSlipFiles :many
-- The given files that a slip uses.
select file from slip where file = any($1::text[]);

-- name: LockSlip :one
select * from slip where id = $1 for update;

-- name: GetSlipByReference :one
select * from slip where reference = $1;

-- name: StoreSlipReading :exec
-- Stores the code's data before the verifier is asked. The first time counts as progress.
update slip set sending_bank = sqlc.arg(sending_bank), trans_ref = sqlc.arg(trans_ref),
    progress_at = case when trans_ref = '' then sqlc.arg(now)::timestamptz else progress_at end
where id = sqlc.arg(id);

-- name: StartSlipCheck :one
-- Starts or repeats the check of a slip. started_at is the first start.
update slip set started_at = coalesce(started_at, sqlc.arg(now)::timestamptz), progress_at = coalesce(progress_at, sqlc.arg(now)::timestamptz)
where id = sqlc.arg(id) and state = 'CHECKING'
returning *;

-- name: MarkSlipUnsure :one
-- Stores and returns when the bank first did not know the transfer.
update slip set checked_since = coalesce(checked_since, sqlc.arg(now)::timestamptz), progress_at = sqlc.arg(now)::timestamptz where id = $1
returning checked_since::timestamptz as since;

-- name: CountSlipTry :one
update slip set tries = tries + 1 where id = $1 returning tries;

-- name: SendSlipToReview :exec
update slip set state = 'REVIEW', reason = $2, amount = $3, answer = $4, version = $5, other_members = $6, needs_second_person = $7 where id = $1;

-- name: EndSlip :exec
update slip set state = 'DONE', status = $2, note = $3, amount = $4, answer = coalesce($5, answer), transfer_id = $6,
    decided_by = $7, version = $8, done_at = $9, line_id = $10
where id = $1;

-- name: GetSlipOfLine :one
select reference, uploaded_at from slip where line_id = sqlc.arg(line_id)::uuid;

-- name: GetStateOfUnfinishedSlip :one
-- The state of the member's slip that a line of this amount may wait for.
select state from slip where member_id = $1 and state <> 'DONE' and (amount is null or amount = sqlc.arg(amount)::bigint)
order by state = 'REVIEW' desc limit 1;

-- name: ListSlips :many
select * from slip where member_id = $1
order by uploaded_at desc, id desc
limit sqlc.arg(page_size)::int offset sqlc.arg(skip)::int;

-- name: CountSlips :one
select count(*) from slip where member_id = $1;

-- name: ListSlipsSince :many
select * from slip where member_id = $1 and version > sqlc.arg(after)
order by version limit sqlc.arg(page_size)::int;

-- name: ListStalledSlips :many
-- Slips whose check has started and made no progress since a time.
select id from slip where state = 'CHECKING' and progress_at < sqlc.arg(before)::timestamptz order by progress_at limit 100;

-- name: ListUnstartedSlips :many
-- Slips whose check has not started since a time: it waits behind others, or its job is lost.
select id from slip where state = 'CHECKING' and progress_at is null and uploaded_at < $1 order by uploaded_at limit 1000;

-- name: VerifySlips :one
-- Counts credited slips without their transfer or claim, claims with a credit but without a transfer, and
-- claims of an unknown member or slip.
select (select count(*) from slip s left join transfer t on t.id = s.transfer_id left join deposit_claim c on c.slip_id = s.id and c.transfer_id = s.transfer_id
        where s.status = 'SUCCESS' and (t.id is null or t.amount <> s.amount or c.bank is null))
     + (select count(*) from deposit_claim c left join transfer t on t.id = c.transfer_id
        left join public.member m on m.id = c.member_id left join public.slip s on s.id = c.slip_id
        where (c.transfer_id is not null and t.id is null) or (c.member_id is not null and m.id is null) or (c.slip_id is not null and s.id is null));
