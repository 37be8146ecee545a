-- +goose Up

-- Whether a bank deposit proved the account, or the whole number that the bank confirmed.
-- An approved payout proves nothing about who pays in.
alter table payout_proof add column by_deposit boolean not null default false;
update payout_proof set by_deposit = true where via in ('slip', 'feed');

-- Names that a bank printed on a deposit that proved the account: the same person in
-- another script, or under a name from before a marriage.
create table printed_name (
    member_id  bigint not null,
    bank_code  text not null,
    account_no text not null,
    name       text not null,
    via        text not null, -- slip, feed, or cashier
    printed_at timestamptz not null,
    primary key (member_id, bank_code, account_no, name)
);

-- Of a slip that waits: the others who might have paid, as the cashier sees them, and
-- whether crediting takes two people.
alter table slip
    add column other_members text[] not null default '{}',
    add column needs_second_person boolean not null default false;

-- Holders' names that no bank prints, for support. backend/cashier/match.IsReadable says
-- the same in Go.
create index member_odd_name on member (id) where bank_account_name !~ '[A-Za-zÀ-ÖØ-öø-ɏก-ฮກ-ຮ]';

-- +goose Down
drop index member_odd_name;
alter table slip drop column needs_second_person, drop column other_members;
drop table printed_name;
alter table payout_proof drop column by_deposit;
