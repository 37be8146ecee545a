-- name: VerifyFlows :one
-- Counts members whose net deposits or coins differ from the ledger. Also counts members whose highest net deposit
-- is below the current one, or below the amount that was already counted for coins. Once the plays of all days are
-- processed, it also counts members whose turnover is above all their stakes.
with movements as (
    select credit_id as id, amount from transfer
    where credit_id >= 1000 and (kind in ('deposit', 'adjustment') or kind = 'void' and debit_id in (3, 503))
    union all
    select debit_id, -amount from transfer where debit_id >= 1000 and (kind = 'adjustment' or kind = 'hold' and credit_id in (3, 503))
), nets as (
    select id, sum(amount)::bigint as net from movements group by id
), staked as (
    select member_id, sum(valid) as valid from game_day group by member_id
), processed as (
    select m.plays >= b.version as all_days from spin_mark m cross join game_book b
), minted as (
    select a.owner, sum(t.amount)::bigint as coins from transfer t join account a on a.id = t.credit_id where t.debit_id = 20 group by a.owner
)
select count(*) from coin_flow f
join account a on a.owner = f.member_id and a.role = 'wallet'
left join nets n on n.id = a.id
left join staked d on d.member_id = f.member_id
cross join processed
full join minted c on c.owner = f.member_id
where f.net is distinct from coalesce(n.net, 0) or f.mark < f.net or f.counted > f.mark or f.coins <> coalesce(c.coins, 0)
    or processed.all_days and f.played > greatest(coalesce(d.valid, 0), 0);

-- name: VerifySpins :one
-- Counts spins without their coin, coins that were paid for no spin, and seeds whose nonces have a gap.
select (select count(*) from spin p full join (
            select t.key, a.owner from transfer t join account a on a.id = t.debit_id where t.credit_id = 20 and t.amount = 1
        ) as t on t.key = p.key
        where p.id is null or t.key is null or t.owner <> p.member_id)
     + (select count(*) from transfer t where t.credit_id = 20 and t.amount <> 1)
     + (select count(*) from spin_seed s left join (select seed_id, count(*) as spins, max(nonce) as last from spin group by seed_id) as p on p.seed_id = s.id
        where s.spins <> coalesce(p.spins, 0) or s.spins <> coalesce(p.last + 1, 0) or (s.client_seed is null) <> (s.spins = 0));

-- name: VerifyCoupons :one
-- Counts coupons without their spin, and claimed coupons that differ from the ledger's transfers.
select (select count(*) from coupon c left join spin p on p.id = c.id where p.id is null or p.member_id <> c.member_id or p.slice <> c.slice)
     + (select count(*) from (select * from coupon where claimed_at is not null) as c full join (
            select t.key, t.amount, a.owner from transfer t join account a on a.id = t.credit_id where t.debit_id in (19, 519)
        ) as t on t.key = c.key
        where c.id is null or t.key is null or t.owner <> c.member_id or t.amount <> c.amount)
     + (select count(*) from transfer where credit_id in (19, 519));
