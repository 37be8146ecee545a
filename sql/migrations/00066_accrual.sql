-- +goose Up

-- What members earn by days: of the play of those they invited (INVITE), and of their
-- own (REFUND). No foreign keys and few checks: see 00015.
create type accrual_kind as enum ('INVITE', 'REFUND');

-- What a day pays, as it stood when the day began.
create table accrual_terms (
    day     date not null,
    kind    accrual_kind not null,
    success bigint not null, -- of what is won, in hundredths of a percent
    fail    bigint not null, -- of what is lost
    most    bigint not null, -- of a member, in hundredths
    primary key (day, kind)
);

-- One row: days after since are looked at, days until closed are done, and of the next
-- one the players until after_member.
create table accrual_book (
    since        date not null,
    closed       date not null,
    after_member bigint not null default 0
);
insert into accrual_book (since, closed) select closed, closed from game_book;

-- The running sum of what a subject won (above zero) or lost, as a member earns by it,
-- with its lowest and its highest stand at a day's end: only a new one earns.
create table accrual_mark (
    kind       accrual_kind not null,
    member_id  bigint not null,
    subject_id bigint not null,
    day        date not null,             -- the last that it holds
    net        bigint not null,
    left_out   bigint not null default 0, -- of the days' sums, what counts for no refund
    low        bigint not null,
    high       bigint not null,
    earned     bigint not null,
    barred_at  timestamptz,               -- one person, as it seems: earns nothing more
    primary key (kind, member_id, subject_id)
);
create index accrual_mark_subject on accrual_mark (kind, subject_id);

-- What a member has accrued and not taken. Below zero is a debt, which what comes next
-- pays first. Whoever changes it holds its row.
create table accrual_account (
    kind      accrual_kind not null,
    member_id bigint not null,
    currency  text not null,
    balance   bigint not null,
    day       date not null,              -- the last that paid something
    day_sum   bigint not null,            -- and how much of it
    upto      bigint not null default 0,  -- the last accrual that was taken
    primary key (kind, member_id)
);

-- What the account's balance is the sum of.
create type accrual_why as enum ('DAY', 'BARRED');
create table accrual (
    id         bigint generated always as identity primary key,
    kind       accrual_kind not null,
    member_id  bigint not null,
    subject_id bigint not null,
    day        date not null,
    why        accrual_why not null,
    amount     bigint not null,           -- below zero: taken back
    created_at timestamptz not null,
    version    bigint not null,           -- of the member's synced data
    constraint accrual_once unique (kind, member_id, subject_id, day, why)
);
create index accrual_list on accrual (member_id, kind, id desc);
create index accrual_sync on accrual (member_id, version);

-- What was taken of it: into the wallet (COLLECT), or first to the refunds that wait
-- (RECEIVE), and from there into the wallet (ADD).
create type accrual_step as enum ('COLLECT', 'RECEIVE', 'ADD');
create table accrual_claim (
    id         uuid primary key,          -- of what reaches the wallet, its line's
    kind       accrual_kind not null,
    step       accrual_step not null,
    member_id  bigint not null,
    amount     bigint not null,
    currency   text not null,
    transfer_id bigint not null,
    created_at timestamptz not null,
    version    bigint not null
);
create index accrual_claim_list on accrual_claim (member_id, step, created_at desc);
create index accrual_claim_sync on accrual_claim (member_id, version);

-- A day is closed in the order of its players; who played, whom a member invited, and
-- who signed in on a device, are looked up many times a day.
create index game_day_players on game_day (day, member_id);
create index member_invited on member (invited_by) where invited_by is not null;
create index known_device_hash on known_device (device_hash);

-- The name of an account's holder as names are compared: without titles and spaces.
-- +goose StatementBegin
create function holder_key(name text) returns text language sql immutable as $$
    select regexp_replace(upper(name), '^\s*(MR|MRS|MS|MISS|นางสาว|นาย|นาง|น\.ส)[. ]|[\s.]+', '', 'g')
$$;
-- +goose StatementEnd

-- +goose Down
drop function holder_key;
drop index known_device_hash;
drop index member_invited;
drop index game_day_players;
drop table accrual_claim;
drop type accrual_step;
drop table accrual;
drop type accrual_why;
drop table accrual_account;
drop table accrual_mark;
drop table accrual_book;
drop table accrual_terms;
drop type accrual_kind;
