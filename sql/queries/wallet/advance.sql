-- name: GuardRepaid :one
-- Few members have an advance, so the others skip the function.
select sqlc.arg(code)::text
where case when exists (select from advance v where v.member_id = sqlc.arg(member_id)::bigint and v.done_at is null)
    then repayable(sqlc.arg(member_id)) > 0 end;

-- name: GetRepayable :one
select repayable(sqlc.arg(member_id)::bigint);

-- name: InsertAdvance :exec
insert into advance (id, member_id, currency, amount, left_over, made_at)
values (sqlc.arg(id), sqlc.arg(member_id), sqlc.arg(currency), sqlc.arg(amount), sqlc.arg(amount), sqlc.arg(now)::timestamptz);

-- name: ListOpenAdvances :many
select * from advance where member_id = $1 and done_at is null order by made_at, id for update;

-- name: LockAdvance :one
select * from advance where id = $1 and done_at is null for update;

-- name: SubtractFromAdvance :exec
update advance set left_over = left_over - sqlc.arg(amount), done_at = case when left_over = sqlc.arg(amount) then sqlc.arg(now)::timestamptz end where id = sqlc.arg(id);

-- name: ListMembersWithAdvances :many
select distinct member_id from advance where done_at is null and repayable(member_id) > 0 limit 500;

-- name: VerifyAdvances :one
-- Counts advances that differ from what the house account of claims has paid.
select count(*) from (
    select c.currency, coalesce(sum(v.left_over), 0) as lent,
        (select coalesce(sum(t.amount), 0) from public.transfer t where t.debit_id = c.id)
            - (select coalesce(sum(t.amount), 0) from public.transfer t where t.credit_id = c.id) as given
    from public.account c left join advance v on v.currency = c.currency
    where c.kind = 'claims'
    group by c.id, c.currency
) as each where lent <> given;
