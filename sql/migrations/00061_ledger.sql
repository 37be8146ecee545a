-- +goose Up

-- Where rewards come from, and coins. Coins are a currency of their own, whole ones;
-- a member's coins, and refunds that they have not moved into their wallet yet, lie in
-- accounts of the role points.
alter table account drop constraint account_currency_known, add constraint account_currency_known check (currency in ('BAHT', 'LAK', 'COIN'));
insert into account (id, kind, role, currency, floor)
select n.id + c.base, n.kind, 'house', c.currency, -9000000000000000
from (values (15, 'bonus'), (16, 'promotion'), (17, 'invite'), (18, 'refund'), (19, 'luckydraw')) as n(id, kind)
cross join (values (0, 'BAHT'), (500, 'LAK')) as c(base, currency);
insert into account (id, kind, role, currency, floor) values (20, 'coins', 'house', 'COIN', -9000000000000000);

-- +goose Down
delete from account where id in (15, 16, 17, 18, 19, 20, 515, 516, 517, 518, 519);
alter table account drop constraint account_currency_known, add constraint account_currency_known check (currency in ('BAHT', 'LAK'));
