-- +goose Up

-- Why a withdrawal had to wait for a cashier; empty where it had not.
alter table withdrawal add column reasons text[] not null default '{}';
update withdrawal set reasons = '{ABOVE_AUTO_LIMIT}' where state = 'APPROVAL' or approved_by is not null;

-- What a member has asked for on the last day of Bangkok that they asked:
-- withdrawals that were sent or wait, without those that failed. One row a
-- member, whose lock also has two at once count each other.
create table payout_day (
    member_id bigint primary key,
    day       date not null,
    amount    bigint not null
);
insert into payout_day (member_id, day, amount)
select distinct on (member_id) member_id, (created_at at time zone 'Asia/Bangkok')::date as day, sum(amount)
from withdrawal where state <> 'FAILED' group by member_id, 2 order by member_id, day desc;
-- Of the first withdrawal after a password was reset; few members ever have one.
create index withdrawal_approved on withdrawal (member_id, created_at) where approved_by is not null;

-- +goose Down
drop index withdrawal_approved;
drop table payout_day;
alter table withdrawal drop column reasons;
