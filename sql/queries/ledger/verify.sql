-- The invariants of the money core. Each query returns how many rows break it. Package proof may replace tables by
-- temporary ones with the rows of some members; "public." names the whole table.

-- name: VerifySum :many
-- Each transfer debits one account and credits another, so all accounts of a
-- currency add up to zero.
select currency, sum(balance)::bigint as balance from (
    select a.currency, a.balance from public.account a
    union all
    select t.currency, case when t.credit_id < 1000 then t.amount else 0 end - case when t.debit_id < 1000 then t.amount else 0 end
    from public.transfer t, ledger_fold f where t.tx >= f.tx_below
) as all_balances
group by currency order by currency;

-- name: VerifyBalances :one
-- Members' balances that are not the sum of their legs, and legs of no account.
with legs as (
    select id, sum(amount)::bigint as amount from (
        select debit_id as id, -amount as amount from transfer where debit_id >= 1000
        union all
        select credit_id, amount from transfer where credit_id >= 1000
    ) as l group by id
)
select count(*) from (select id, balance from account where id >= 1000) a
full join legs using (id)
where a.id is null or a.balance <> coalesce(legs.amount, 0);

-- name: VerifyHouseAccounts :one
-- House accounts whose balance is not the proven one plus their legs of later transactions, and legs of no account. With
-- since 0 and nothing proven: not the sum of all their legs.
with legs as (
    select id, sum(amount)::bigint as amount from (
        select debit_id as id, -amount as amount from public.transfer where debit_id < 1000 and tx >= sqlc.arg(since)::xid8
        union all
        select credit_id, amount from public.transfer where credit_id < 1000 and tx >= sqlc.arg(since)::xid8
    ) as l group by id
), unfolded as (
    select id, sum(amount)::bigint as amount from (
        select t.debit_id as id, -t.amount as amount from public.transfer t, ledger_fold f where t.tx >= f.tx_below and t.debit_id < 1000
        union all
        select t.credit_id, t.amount from public.transfer t, ledger_fold f where t.tx >= f.tx_below and t.credit_id < 1000
    ) as l group by id
), proven as (
    select unnest(sqlc.arg(houses)::bigint[]) as id, unnest(sqlc.arg(balances)::bigint[]) as balance
)
select count(*) from (select id, balance from public.account where id < 1000) a
full join legs using (id)
left join unfolded using (id)
left join proven using (id)
where a.id is null or a.balance + coalesce(unfolded.amount, 0) <> coalesce(proven.balance, 0) + coalesce(legs.amount, 0);

-- name: GetProvenBelow :one
-- The transactions below it have ended, and the snapshot contains them.
select greatest(pg_snapshot_xmin(pg_current_snapshot()), tx_below)::xid8 as tx_below from ledger_fold;

-- name: ListHouseBalances :many
-- The balances of the house accounts from the transfers of transactions below a bound.
with unfolded as (
    select id, sum(amount)::bigint as amount from (
        select t.debit_id as id, -t.amount as amount from public.transfer t, ledger_fold f
        where t.tx >= f.tx_below and t.tx < sqlc.arg(below)::xid8 and t.debit_id < 1000
        union all
        select t.credit_id, t.amount from public.transfer t, ledger_fold f
        where t.tx >= f.tx_below and t.tx < sqlc.arg(below)::xid8 and t.credit_id < 1000
    ) as l group by id
)
select a.id, (a.balance + coalesce(l.amount, 0))::bigint as balance from public.account a left join unfolded l on l.id = a.id
where a.id < 1000 order by a.id;

-- name: VerifyChain :one
-- Breaks in the running balances: a member's balance after a transfer that is
-- not the one before plus or minus the amount.
select count(*) from (
    select after, amount, lag(after, 1, 0::bigint) over (partition by account_id order by id) as before
    from (
        select id, debit_id as account_id, debit_after as after, -amount as amount from transfer where debit_id >= 1000
        union all
        select id, credit_id, credit_after, amount from transfer where credit_id >= 1000
    ) as legs
) as chain
where after <> before + amount;

-- name: VerifyFloor :one
select count(*) from account where balance < floor;

-- name: VerifySuspense :one
-- Suspense accounts whose balance is not the sum of their open holds.
select count(*) from (
    select a.id from account a
    left join transfer t on t.credit_id = a.id and t.resolves_id is null
        and not exists (select from transfer r where r.resolves_id = t.id)
    where a.role = 'suspense'
    group by a.id
    having coalesce(sum(t.amount), 0) <> (
        select coalesce(sum(case when l.credit_id = a.id then l.amount else -l.amount end), 0)
        from transfer l where l.credit_id = a.id or l.debit_id = a.id)
) as broken;

-- name: VerifyResolutions :one
-- Settlements and voids whose amount or account is not their hold's.
select count(*) from transfer r left join transfer h on h.id = r.resolves_id
where r.resolves_id is not null
  and (h.id is null or h.amount <> r.amount or h.credit_id <> r.debit_id or h.resolves_id is not null
       or (r.kind = 'void' and h.debit_id <> r.credit_id));
