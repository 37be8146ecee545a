-- name: PostTransfer :one
-- The one statement that moves money. The update locks the members' rows and
-- checks their floors. The aggregate subquery around it ensures that the
-- transfer's id is drawn after those locks, so that running balances and ids
-- are in the same order. (With plain subselects the id is drawn first, and the
-- chain breaks under load.) If a guard of the transaction refuses, no money
-- moves and no row is returned.
with moved as (
    update account
    set balance = balance + case when id = sqlc.arg(debit_id)::bigint then -sqlc.arg(amount)::bigint else sqlc.arg(amount)::bigint end
    where id in (sqlc.arg(debit_id)::bigint, sqlc.arg(credit_id)::bigint) and id >= 1000 and currency = sqlc.arg(currency)::text and allowed()
    returning id, balance
)
insert into transfer (key, kind, debit_id, credit_id, amount, currency, debit_after, credit_after, resolves_id)
select sqlc.arg(key)::uuid, sqlc.arg(kind)::text, sqlc.arg(debit_id)::bigint, sqlc.arg(credit_id)::bigint, sqlc.arg(amount)::bigint, sqlc.arg(currency)::text,
       after.debit, after.credit, sqlc.narg(resolves_id)::bigint
from (
    select max(balance) filter (where id = sqlc.arg(debit_id)::bigint) as debit,
           max(balance) filter (where id = sqlc.arg(credit_id)::bigint) as credit
    from moved
) as after
where allowed()
returning id, debit_after, credit_after, created_at;

-- name: GetTransfer :one
select * from transfer where id = $1;

-- name: OpenAccount :one
-- Opening twice returns the same account.
insert into account as a (id, kind, role, owner, currency)
values (nextval('account_member_id'), 'wallet', 'wallet', $1, $2)
on conflict (owner, kind, currency) do update set kind = a.kind
returning id;

-- name: OpenPointsAccount :one
-- Opening twice returns the same account.
insert into account as a (id, kind, role, owner, currency)
values (nextval('account_member_id'), sqlc.arg(kind), 'points', sqlc.arg(owner), sqlc.arg(currency))
on conflict (owner, kind, currency) do update set kind = a.kind
returning id, balance;

-- name: SumPoints :one
select coalesce(sum(balance), 0)::bigint from account where owner = $1 and kind = $2 and currency = $3 and role = 'points';

-- name: GetWallet :one
select id, currency, balance from account where owner = sqlc.arg(owner) and role = 'wallet';

-- name: LockWallet :one
-- Not "for update", which would block every insert that references the account.
select id, currency, balance from account where owner = sqlc.arg(owner) and role = 'wallet' for no key update;

-- name: GuardEnough :one
select 'MONEY_NOT_ENOUGH'::text from account where owner = sqlc.arg(owner)::bigint and role = 'wallet' and balance - sqlc.arg(amount)::bigint < floor;

-- name: GuardBalance :one
-- Refuses if the wallet's balance is not the expected one.
select 'STALE'::text from account where owner = sqlc.arg(owner)::bigint and role = 'wallet' and balance <> sqlc.arg(balance)::bigint;

-- name: UpdateHouseBalances :one
-- Adds transfers to the balances of house accounts if their transactions have certainly ended: those below
-- the oldest running transaction. A high-water mark of ids would lose transfers that commit late. Callers
-- hold the update's advisory lock.
with upper as (
    select pg_snapshot_xmin(pg_current_snapshot()) as tx
), fresh as (
    select t.debit_id, t.credit_id, t.amount
    from transfer t, ledger_fold f, upper u
    where t.tx >= f.tx_below and t.tx < u.tx
), delta as (
    select id, sum(amount)::bigint as amount from (
        select debit_id as id, -amount as amount from fresh where debit_id < 1000
        union all
        select credit_id, amount from fresh where credit_id < 1000
    ) as legs group by id
), applied as (
    update account a set balance = a.balance + d.amount from delta d where a.id = d.id
), moved as (
    update ledger_fold set tx_below = greatest(tx_below, (select tx from upper))
)
select count(*)::bigint from fresh;

-- name: LockHouseBalancesUpdate :exec
select pg_advisory_xact_lock(7305113);

-- name: GetHouseBalancesLag :one
-- Transfers that UpdateHouseBalances has not added yet, at most 10,000, and the age of the oldest in seconds. The limit makes the
-- planner use the index: it expects a third of all transfers.
select count(*)::bigint as transfers, coalesce(extract(epoch from now() - min(t.created_at)), 0)::float8 as seconds
from (select l.created_at from transfer l where l.tx >= (select f.tx_below from ledger_fold f) order by l.tx limit 10000) t;
