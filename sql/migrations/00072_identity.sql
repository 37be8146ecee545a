-- +goose Up

-- A bank holds money of one currency, and is named by a number in transfers, slips and
-- payouts. A Thai bank has three digits. A Lao one has the eight of its IIN at LAPNet;
-- where we do not know that, its code stands for it, in our calls and in the companies'
-- (LDB, APB). Whoever learns it changes it in bank and in whatever names a bank by it
-- (deposit_claim, bank_feed, slip, withdrawal, difference) at once, while no bank tells of
-- anything: a transfer told of under both would be two.
drop view member_seen;
alter table bank
    alter column number type text,
    add column currency text not null default 'BAHT' check (currency in ('BAHT', 'LAK')),
    add constraint bank_number check (number ~ case currency when 'BAHT' then '^[0-9]{3}$' else '^([0-9]{8}|[A-Z]{2,8})$' end);
alter table bank_feed alter column bank type text, alter column to_bank type text;
alter table deposit_claim alter column bank type text;
alter table withdrawal alter column bank_number type text;

-- A member as operators see them beside what waits (staff.Member).
create view member_seen as
select m.id, jsonb_build_object(
        '_id', m.public_id, 'active', m.active, 'frozenUntil', m.frozen_until, 'currency', m.currency,
        'bankCode', m.bank_code, 'bankNumber', coalesce(b.number, ''), 'accountName', m.bank_account_name, 'accountNo', m.bank_account_no) as seen
from member m left join bank b on b.code = m.bank_code;

-- What the printed LAPNet code of an account of ours says; '' where it has none.
alter table deposit_account add column lapnet text not null default '';

-- +goose Down
alter table deposit_account drop column lapnet;
drop view member_seen;
delete from deposit_account where bank_code in (select code from bank where currency = 'LAK');
delete from bank where currency = 'LAK';
alter table withdrawal alter column bank_number type char(3);
alter table deposit_claim alter column bank type char(3);
alter table bank_feed alter column bank type char(3), alter column to_bank type char(3);
alter table bank drop constraint bank_number, drop column currency, alter column number type char(3);
create view member_seen as
select m.id, jsonb_build_object(
        '_id', m.public_id, 'active', m.active, 'frozenUntil', m.frozen_until, 'currency', m.currency,
        'bankCode', m.bank_code, 'bankNumber', coalesce(b.number, ''), 'accountName', m.bank_account_name, 'accountNo', m.bank_account_no) as seen
from member m left join bank b on b.code = m.bank_code;
