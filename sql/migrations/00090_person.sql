-- +goose Up
-- The addresses of each member's sign-ins of the last 30 days, one row for each day of Bangkok. An IPv6 address is its /64.
-- Now of identity: sign_in_address.
create table sign_in_address (
    member_id bigint not null,
    day       date not null,
    address   text not null,
    at        timestamptz not null, -- of the day's last sign-in
    primary key (member_id, day, address)
);
create index sign_in_address_of on sign_in_address (address, day, member_id);
create index sign_in_address_day on sign_in_address (day);

-- Pairs of members who signed in from one address on one day. It is shown to cashiers and decides nothing (package person).
create view same_address as
select a.member_id, b.member_id as other_id, a.day, a.address, greatest(a.at, b.at) as at
from sign_in_address a join sign_in_address b on b.address = a.address and b.day = a.day and b.member_id <> a.member_id;

-- +goose Down
drop view same_address;
drop table sign_in_address;
