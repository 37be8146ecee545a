-- +goose Up

-- The states in their order: a state above SENDING has ended.
create type withdrawal_state as enum ('APPROVAL', 'QUEUED', 'SENDING', 'PAID', 'FAILED');

-- Money on its way out. Its id is also its statement line's, and its name at the payout provider: one
-- name for ever, so that it is never paid twice. No foreign keys (see 00100) and no unique hold_id:
-- verify-ledger counts what such a key would have rejected.
create table withdrawal (
    id           uuid primary key,
    member_id    bigint not null,
    amount       bigint not null,
    currency     text not null,
    hold_id      bigint not null,
    -- The member's own account, as it was at the request.
    bank_code    text not null,
    bank_number  text not null,
    account_no   text not null,
    account_name text not null,
    state        withdrawal_state not null,
    created_at   timestamptz not null,
    sends        integer not null default 0,
    sent_at      timestamptz,              -- the last send
    heard_at     timestamptz,              -- the provider's last status of it; before that the last send's time
    missing_at   timestamptz,              -- the first "not known" since the last send
    refused      text not null default '', -- the provider's code when it refused a repeated send
    approved_by  bigint,
    decided_by   bigint,                   -- the cashier who refused it, or ended what was in doubt
    note         text not null default '', -- the cashier's or the provider's; the member never sees it
    transfer_id  bigint,                   -- the transfer that settled or voided the hold
    done_at      timestamptz,
    reasons      text[] not null default '{}', -- why it had to wait for a cashier; empty where it had not
    constraint withdrawal_amount check (amount > 0),
    constraint withdrawal_done check ((state > 'SENDING') = (transfer_id is not null) and (transfer_id is null) = (done_at is null)),
    constraint withdrawal_sent check ((sends > 0) = (sent_at is not null) and (state <> 'SENDING' or sends > 0))
);
create unique index withdrawal_transfer_once on withdrawal (transfer_id) where transfer_id is not null;
create index withdrawal_open on withdrawal (state, created_at) where done_at is null;
-- For the first withdrawal after a password was reset; few members ever have an approved one.
create index withdrawal_approved on withdrawal (member_id, created_at) where approved_by is not null;

-- What a member has asked for on the last day on which they asked: withdrawals that were sent or wait,
-- without those that failed. Its lock makes two requests at once count each other.
create table payout_day (
    member_id bigint primary key,
    day       date not null,
    amount    bigint not null
);

-- A withdrawal that waits for its money to come back from games. Its id is its statement line's, and the
-- id of the withdrawal that it becomes.
create table withdrawal_gather (
    id         uuid primary key,
    member_id  bigint not null,
    amount     bigint not null,
    currency   text not null,
    created_at timestamptz not null,
    done_at    timestamptz -- it has become a withdrawal, or its line has failed
);
create index withdrawal_gather_open on withdrawal_gather (created_at) where done_at is null;
