-- The invariants of the money core. Each query returns how many rows break it.

-- name: VerifySum :many
-- Each transfer debits one account and credits another, so all accounts of a
-- currency add up to zero.
select currency, sum(balance)::bigint as balance from (
    select a.currency, a.balance from account a
    union all
    select t.currency, case when t.credit_id < 1000 then t.amount else 0 end - case when t.debit_id < 1000 then t.amount else 0 end
    from transfer t, ledger_fold f where t.tx >= f.tx_below
) as all_balances
group by currency order by currency;

-- name: VerifyBalances :one
-- Balances that are not the sum of their legs, and legs of no account.
with legs as (
    select id, sum(amount)::bigint as amount from (
        select debit_id as id, -amount as amount from transfer
        union all
        select credit_id, amount from transfer
    ) as l group by id
), late as (
    select id, sum(amount)::bigint as amount from (
        select t.debit_id as id, -t.amount as amount from transfer t, ledger_fold f where t.tx >= f.tx_below and t.debit_id < 1000
        union all
        select t.credit_id, t.amount from transfer t, ledger_fold f where t.tx >= f.tx_below and t.credit_id < 1000
    ) as l group by id
)
select count(*) from account a
full join legs using (id)
left join late using (id)
where a.id is null or a.balance + coalesce(late.amount, 0) <> coalesce(legs.amount, 0);

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
