-- +goose Up

-- What a member's coins come from: deposits less withdrawals since the beginning, the
-- highest that this ever was, and how much of that was made into coins. Each credit and
-- each withdrawal writes its row, under the wallet's lock; coins are posted after that.
create table coin_flow (
    member_id bigint primary key,
    currency  text not null,
    net       bigint not null default 0, -- hundredths; below zero for who won
    mark      bigint not null default 0,
    counted   bigint not null default 0, -- of the mark
    coins     bigint not null default 0  -- ever posted
) with (fillfactor = 50);
create index coin_flow_due on coin_flow (currency, (mark - counted));

-- What was deposited before there were coins makes none.
insert into coin_flow (member_id, currency, net, mark, counted)
select a.owner, a.currency, l.net, greatest(l.net, 0), greatest(l.net, 0)
from account a join (
    select id, sum(amount)::bigint as net from (
        select credit_id as id, amount from transfer
        where credit_id >= 1000 and (kind in ('deposit', 'adjustment') or kind = 'void' and debit_id in (3, 503))
        union all
        select debit_id, -amount from transfer where debit_id >= 1000 and (kind = 'adjustment' or kind = 'hold' and credit_id in (3, 503))
    ) as legs group by id
) as l on l.id = a.id
where a.role = 'wallet';

-- Coins are the ledger's.
alter table member drop column coin;

-- +goose Down
alter table member add column coin bigint not null default 0 check (coin >= 0);
drop table coin_flow;
