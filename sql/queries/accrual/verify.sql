-- name: VerifyAccounts :one
-- Counts accounts whose balance is not the sum of accruals minus claims.
select count(*) from accrual_account a
full join (
    select kind, member_id, sum(amount) as amount from (
        select kind, member_id, amount from accrual
        union all select kind, member_id, -amount from accrual_claim where step <> 'ADD'
    ) s group by kind, member_id
) s on s.kind = a.kind and s.member_id = a.member_id
where a.balance is distinct from s.amount;

-- name: VerifyMarks :one
-- Counts marks that differ from the sum of their subject's days, and players without a mark.
select count(*) from (
    select 'REFUND'::accrual_kind as kind, m.id as member_id, m.id as subject_id from member m
    union all select 'INVITE', i.id, m.id from member m join public.member i on i.id = m.invited_by and i.currency = m.currency
) p
cross join accrual_book b
left join accrual_mark k on k.kind = p.kind and k.member_id = p.member_id and k.subject_id = p.subject_id
left join lateral (
    select sum(d.payout - d.bet) as net, count(*) as days from game_day d
    where d.member_id = p.subject_id and d.day > b.since and d.day <= coalesce(greatest(k.day, b.closed), b.closed)
) d on true
where k.net + k.left_out is distinct from case when d.days > 0 then d.net end;

-- name: VerifyClaims :one
-- Counts claims without their transfer, and transfers from these house accounts without a claim.
select count(*) from (select * from accrual_claim) c
full join (select * from transfer where kind = 'reward' and debit_id in (17, 18, 517, 518)) t on t.id = c.transfer_id
where c.step is distinct from 'ADD' and (c.amount is distinct from t.amount or c.currency is distinct from t.currency);

-- name: VerifyRefunds :one
-- Counts refund balances that are not the received refunds minus the amounts added to the wallet.
select count(*) from (select owner, balance from account where role = 'points' and kind = 'refund') a
full join (
    select member_id, sum(case when step = 'RECEIVE' then amount else -amount end) as amount
    from accrual_claim where kind = 'REFUND' group by member_id
) s on s.member_id = a.owner
where coalesce(a.balance, 0) <> coalesce(s.amount, 0);

-- name: SumUnclaimedBalances :many
-- The sums that members have accrued and not claimed, by kind and currency.
select kind, currency, sum(balance)::bigint as amount from accrual_account where balance > 0 group by kind, currency;

-- name: SumReceivedRefunds :many
-- The sums of received refunds that are not yet added to a wallet, by currency.
select currency, sum(balance)::bigint as amount from account where role = 'points' and kind = 'refund' group by currency;
