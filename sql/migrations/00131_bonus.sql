-- +goose Up

-- As before, but each condition is looked up per deposit. "offset 0" keeps the planner from joining all transfers, plays
-- or bonuses of all members, which it does as soon as it expects more than a few deposits.
create or replace view bonus_deposit as
select d.* from (
    select l.member_id, t.id as deposit_id, t.amount, t.credit_id as wallet_id, l.created_at as announced_at, greatest(t.created_at, l.created_at) as credited_at
    from statement_line l
    cross join lateral (select * from transfer where id = l.transfer_id offset 0) t
    cross join lateral (select balance from account where id = t.credit_id offset 0) w
    where l.type = 'deposit' and l.status = 'SUCCESS' and t.kind = 'deposit' and t.amount <= w.balance
) as d
where not exists (select from bonus_taken b where b.deposit_id = d.deposit_id offset 0)
  and not exists (
    select from transfer o where o.debit_id = d.wallet_id and o.id > d.deposit_id
      and not exists (select from transfer v where v.resolves_id = o.id and v.kind = 'void' offset 0) offset 0)
  and not exists (
    select from transfer o where o.credit_id = d.wallet_id and o.id > d.deposit_id
      and exists (select from account a where a.id = o.debit_id and a.kind like 'provider:%' offset 0) offset 0)
  and not exists (
    select from statement_line m where m.member_id = d.member_id and m.created_at > d.credited_at and m.type = 'transfer' and m.status <> 'FAILED'
      and m.from_kind = 'game' and m.to_kind = 'game' offset 0)
  and not exists (select from game_play p where p.member_id = d.member_id and p.at >= date_trunc('second', d.credited_at) offset 0);
