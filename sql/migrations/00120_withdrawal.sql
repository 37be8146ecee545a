-- +goose Up

-- The states, in order. A withdrawal with a state after SENDING has ended.
create type withdrawal_state as enum ('APPROVAL', 'QUEUED', 'SENDING', 'PAID', 'FAILED');

-- A withdrawal. Its id is also its statement line's id, and its reference at the payout provider. The reference never
-- changes, so that a withdrawal is never paid twice. No foreign keys (see 00100) and no unique hold_id:
-- verify-ledger counts the rows that such a key would have rejected.
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
    heard_at     timestamptz,              -- time of the provider's last status, or before that of the last send
    missing_at   timestamptz,              -- the first response "not known" since the last send
    refused      text not null default '', -- the provider's code when it refused a repeated send
    approved_by  bigint,
    decided_by   bigint,                   -- the cashier who refused it, or decided its unknown outcome
    note         text not null default '', -- the cashier's or the provider's; the member never sees it
    transfer_id  bigint,                   -- the transfer that settled or voided the hold
    done_at      timestamptz,
    reasons      text[] not null default '{}', -- why it had to wait for a cashier; empty if it did not wait
    constraint withdrawal_amount check (amount > 0),
    constraint withdrawal_done check ((state > 'SENDING') = (transfer_id is not null) and (transfer_id is null) = (done_at is null)),
    constraint withdrawal_sent check ((sends > 0) = (sent_at is not null) and (state <> 'SENDING' or sends > 0))
);
create unique index withdrawal_transfer_once on withdrawal (transfer_id) where transfer_id is not null;
create index withdrawal_open on withdrawal (state, created_at) where done_at is null;
-- For the check of the first withdrawal after a password reset. Few members ever have an approved withdrawal.
create index withdrawal_approved on withdrawal (member_id, created_at) where approved_by is not null;

-- The sum of a member's withdrawals on the last day with a request, without failed withdrawals. The row's lock makes
-- concurrent requests count each other.
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
    done_at    timestamptz -- when it became a withdrawal, or its line failed
);
create index withdrawal_gather_open on withdrawal_gather (created_at) where done_at is null;
