-- +goose Up

-- How much of a member's own money came in and went out on a day of Bangkok.
create table money_day (
    member_id bigint not null references member (id),
    day       date not null,
    deposited bigint not null default 0,
    withdrawn bigint not null default 0,
    primary key (member_id, day)
);

-- Limits that a member sets: gross deposits in a day, a week from Monday, a
-- month of Bangkok. No row, or no amount: no limit. What is pending makes it
-- higher or lifts it, after a day and a second yes.
create table deposit_limit (
    member_id      bigint not null references member (id),
    period         text not null check (period in ('day', 'week', 'month')),
    most           bigint check (most >= 0),
    pending        boolean not null default false,
    pending_most   bigint check (pending_most >= 0),
    pending_from   timestamptz,
    primary key (member_id, period)
);

-- A bank transfer that a member is about to make; its line is in progress
-- until the transfer is seen or the hour is over.
create table announcement (
    line_id    uuid primary key,
    member_id  bigint not null references member (id),
    amount     bigint not null check (amount > 0),
    currency   text not null,
    created_at timestamptz not null,
    open       boolean not null default true
);
create index announcement_open on announcement (amount, currency, created_at) where open;
create index announcement_member on announcement (member_id, created_at) where open;

-- Transfers into our accounts, as the banks tell of them.
create table bank_feed (
    bank        char(3) not null, -- the sender's
    trans_ref   text not null,
    account     text not null,    -- the sender's, often masked
    name        text not null,
    to_bank     char(3) not null,
    to_account  text not null,
    amount      bigint not null check (amount > 0),
    currency    text not null,
    at          timestamptz not null,
    received_at timestamptz not null,
    state       text not null default 'NEW',
    reason      text not null default '', -- why it waits for a cashier
    member_id   bigint references member (id),
    transfer_id bigint unique,
    decided_by  bigint,
    done_at     timestamptz,
    id          uuid not null unique,     -- names it to cashiers
    primary key (bank, trans_ref),
    constraint bank_feed_state check (state in ('NEW', 'UNMATCHED', 'DONE'))
);
create index bank_feed_unmatched on bank_feed (received_at) where state <> 'DONE';

-- Money that came but could not be taken: a hold in the ledger until a cashier
-- has given it back.
create table money_return (
    id          uuid primary key,
    member_id   bigint references member (id), -- null: whose it is nobody knows
    way         text not null,
    reference   text not null,
    sender      text not null, -- as the books name the payer
    amount      bigint not null check (amount > 0),
    currency    text not null,
    reason      text not null,
    hold_id     bigint not null unique,
    created_at  timestamptz not null,
    returned    text not null default '', -- the reference of the transfer back
    settle_id   bigint unique,
    decided_by  bigint,
    done_at     timestamptz,
    constraint money_return_done check ((settle_id is null) = (done_at is null))
);
create index money_return_open on money_return (created_at) where done_at is null;

-- A transfer that nobody can be credited with is claimed too, to be given back.
alter table deposit_claim alter column member_id drop not null;

-- +goose Down
alter table deposit_claim alter column member_id set not null;
drop table money_return, bank_feed, announcement, deposit_limit, money_day;
