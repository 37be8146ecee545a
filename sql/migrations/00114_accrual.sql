-- +goose Up

-- What members earn by days: from the play of invited members (INVITE), and from their own (REFUND).
-- No foreign keys and few checks: see 00100.
create type accrual_kind as enum ('INVITE', 'REFUND');

-- What a day pays, as the settings were when the day began.
create table accrual_terms (
    day      date not null,
    kind     accrual_kind not null,
    success  bigint not null, -- share of wins, in hundredths of a percent
    fail     bigint not null, -- share of losses, in hundredths of a percent
    most     bigint not null, -- the maximum that a member earns for the day, in satang
    most_kip bigint not null, -- the same for members with kip, in hundredths of a kip
    primary key (day, kind)
);

-- How far days were closed, in one row. Days after since count. Days up to closed are closed, and the next day is
-- closed for the players up to after_member.
create table accrual_book (
    since        date not null,
    closed       date not null,
    after_member bigint not null default 0
);
insert into accrual_book (since, closed) select closed, closed from game_book;

-- What a subject won (above 0) or lost in total. The member who earns by it is the subject or its inviter. Only a new
-- lowest or highest value at a day's end earns.
create table accrual_mark (
    kind       accrual_kind not null,
    member_id  bigint not null,           -- who earns
    subject_id bigint not null,           -- who plays
    day        date not null,             -- the last day that net contains
    net        bigint not null,
    left_out   bigint not null default 0, -- won or lost with a bonus: not in net, because it counts for no refund
    low        bigint not null,           -- the lowest net at a day's end
    high       bigint not null,           -- the highest
    earned     bigint not null,
    barred_at  timestamptz,               -- both seem to be one person, so nothing more is earned
    primary key (kind, member_id, subject_id)
);
create index accrual_mark_subject on accrual_mark (kind, subject_id);

-- What a member has earned and not claimed. A change locks the row.
create table accrual_account (
    kind      accrual_kind not null,
    member_id bigint not null,
    currency  text not null,
    balance   bigint not null,            -- below 0: a debt, which the next accruals pay first
    day       date not null,              -- the last day that paid something
    day_sum   bigint not null,            -- what that day paid
    upto      bigint not null default 0,  -- the id of the last claimed accrual
    primary key (kind, member_id)
);

create type accrual_why as enum ('DAY', 'BARRED');

-- An entry of an account: what one day of one subject paid, or what was taken back because the subject was
-- barred.
create table accrual (
    id         bigint generated always as identity primary key,
    kind       accrual_kind not null,
    member_id  bigint not null,
    subject_id bigint not null,
    day        date not null,
    why        accrual_why not null,
    amount     bigint not null,           -- below 0: taken back
    created_at timestamptz not null,
    version    bigint not null,
    constraint accrual_once unique (kind, member_id, subject_id, day, why)
);
create index accrual_list on accrual (member_id, kind, id desc);
create index accrual_sync on accrual (member_id, version);

create type accrual_step as enum ('COLLECT', 'RECEIVE', 'ADD');

-- A claim of a member: into the wallet (COLLECT), or first to the received refunds (RECEIVE), and from there into the
-- wallet (ADD).
create table accrual_claim (
    id          uuid primary key,         -- if the claim reaches the wallet, its statement line's id
    kind        accrual_kind not null,
    step        accrual_step not null,
    member_id   bigint not null,
    amount      bigint not null,
    currency    text not null,
    transfer_id bigint not null,
    created_at  timestamptz not null,
    version     bigint not null
);
create index accrual_claim_list on accrual_claim (member_id, step, created_at desc);
create index accrual_claim_sync on accrual_claim (member_id, version);
