-- Queries about claims of members, and about what members see of their accruals.

-- name: GetAccount :one
select * from accrual_account where kind = $1 and member_id = $2;

-- name: LockAccount :one
select * from accrual_account where kind = $1 and member_id = $2 for update;

-- name: StoreTakenAccount :exec
update accrual_account set balance = sqlc.arg(balance)::bigint, upto = greatest(upto, sqlc.arg(upto)::bigint)
where kind = sqlc.arg(kind) and member_id = sqlc.arg(member_id);

-- name: SumUnclaimedAccruals :one
-- What has accrued since the last claim: its sum, its highest id, and from how many members.
select coalesce(sum(a.amount), 0)::bigint as amount, coalesce(max(a.id), 0)::bigint as upto, count(distinct a.subject_id) filter (where a.amount > 0) as subjects
from accrual a where a.kind = $1 and a.member_id = $2 and a.id > sqlc.arg(after)::bigint;

-- name: BarLinkedMarks :many
-- Closes the marks of invited members who are now linked to their inviter. Returns what these marks had earned.
with found as (
    select k.subject_id, k.day, k.earned from accrual_mark k
    where k.kind = 'INVITE' and k.member_id = sqlc.arg(member_id) and k.barred_at is null
    and k.subject_id in (select p.other_id from same_person p where p.member_id = sqlc.arg(member_id))
    order by k.subject_id for update of k
), closed as (
    update accrual_mark k set barred_at = sqlc.arg(now)::timestamptz, earned = 0 from found f
    where k.kind = 'INVITE' and k.member_id = sqlc.arg(member_id) and k.subject_id = f.subject_id
)
select * from found;

-- name: SubtractFromAccount :exec
update accrual_account set balance = balance - sqlc.arg(amount)::bigint where kind = sqlc.arg(kind) and member_id = sqlc.arg(member_id);

-- name: InsertAccrual :exec
insert into accrual (kind, member_id, subject_id, day, why, amount, created_at, version)
values ($1, $2, $3, $4, $5, $6, $7, next_version($2));

-- name: CountOpenMarks :one
-- The number of invited members who have played on a closed day, and how many of them are barred.
select count(*) as played, count(barred_at) as barred from accrual_mark where kind = 'INVITE' and member_id = $1;

-- name: ClaimAdd :one
insert into accrual_claim (id, kind, step, member_id, amount, currency, transfer_id, created_at, version)
values ($1, $2, $3, $4, $5, $6, $7, $8, next_version($4)) returning version;

-- name: ClaimOf :one
select * from accrual_claim where id = $1 and member_id = $2;

-- name: HasClaimed :one
-- Whether the member has claimed something since a time.
select exists (select from accrual_claim where member_id = $1 and step = $2 and created_at >= sqlc.arg(since)::timestamptz);

-- name: ListInvites :many
select a.*, m.name from accrual a join member m on m.id = a.subject_id
where a.member_id = $1 and a.kind = 'INVITE' order by a.id desc limit sqlc.arg(page_size)::int offset sqlc.arg(skip)::int;

-- name: CountInvites :one
select count(*) from accrual where member_id = $1 and kind = 'INVITE';

-- name: ListInvitesSince :many
-- A page with all rows of its last version, because the rows of one batch have the same version.
select a.*, m.name from accrual a join member m on m.id = a.subject_id
where a.member_id = $1 and a.kind = 'INVITE' and a.version > sqlc.arg(after) order by a.version fetch first (sqlc.arg(page_size)::int) rows with ties;

-- name: ListRefunds :many
select * from accrual_claim where member_id = $1 and step = 'RECEIVE' order by created_at desc, id desc limit sqlc.arg(page_size)::int offset sqlc.arg(skip)::int;

-- name: CountRefunds :one
select count(*) from accrual_claim where member_id = $1 and step = 'RECEIVE';

-- name: ListRefundsSince :many
select * from accrual_claim where member_id = $1 and step = 'RECEIVE' and version > sqlc.arg(after) order by version limit sqlc.arg(page_size)::int;

-- name: ListOpenDaysOfInvited :many
-- Wins and losses of a member's invited friends on days that have not closed for them.
select m.id as subject_id, d.day, sum(d.payout - d.bet)::bigint as net, coalesce(k.net, 0)::bigint as before, coalesce(k.low, 0)::bigint as low, coalesce(k.high, 0)::bigint as high
from member m join game_day d on d.member_id = m.id and d.day = any(sqlc.arg(days)::date[])
left join accrual_mark k on k.kind = 'INVITE' and k.member_id = m.invited_by and k.subject_id = m.id
where m.invited_by = sqlc.arg(member_id)::bigint and m.currency = sqlc.arg(currency)::text and k.barred_at is null and (k.day is null or d.day > k.day)
group by m.id, d.day, k.net, k.low, k.high order by d.day, m.id;

-- name: ListOwnOpenDays :many
select d.day, sum(d.payout - d.bet)::bigint as net, coalesce(k.net, 0)::bigint as before, coalesce(k.low, 0)::bigint as low, coalesce(k.high, 0)::bigint as high
from game_day d left join accrual_mark k on k.kind = 'REFUND' and k.member_id = d.member_id and k.subject_id = d.member_id
where d.member_id = sqlc.arg(member_id)::bigint and d.day = any(sqlc.arg(days)::date[]) and (k.day is null or d.day > k.day)
group by d.day, k.net, k.low, k.high order by d.day;
