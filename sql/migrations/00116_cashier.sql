-- +goose Up

-- Received money that could not be credited: a hold in the ledger until a cashier has returned it.
create table money_return (
    id          uuid primary key,
    member_id   bigint references member (id), -- null: the payer is unknown
    way         text not null,                 -- the payment method
    reference   text not null,                 -- the payment's reference
    sender      text not null,                 -- the payer, as in the provider's records
    amount      bigint not null check (amount > 0),
    currency    text not null,
    reason      text not null,                 -- why it could not be credited
    hold_id     bigint not null unique,
    created_at  timestamptz not null,
    returned    text not null default '',      -- the reference of the transfer back
    settle_id   bigint unique,                 -- the transfer that settled the hold
    decided_by  bigint,
    done_at     timestamptz,
    constraint money_return_done check ((settle_id is null) = (done_at is null))
);
create index money_return_open on money_return (created_at) where done_at is null;

create type proof_via as enum ('slip', 'feed', 'cashier', 'earlier');

-- A bank account that is proved to be a member's, with the compared name of its holder. Payouts to it need no cashier.
-- Another account or another name needs another proof (package cashier).
create table payout_proof (
    member_id    bigint not null references member (id),
    bank_code    text not null,
    account_no   text not null,
    account_name text not null,
    via          proof_via not null, -- what proved it; 'earlier' is no longer written
    proved_at    timestamptz not null,
    -- A deposit proved the account, or its complete number, which the bank confirmed. An approved payout
    -- does not prove who pays in.
    by_deposit   boolean not null default false,
    primary key (member_id, bank_code, account_no, account_name)
);
create index payout_proof_account on payout_proof (bank_code, account_no);

-- A name that a bank printed on a deposit that proved the account. It counts as the member's: the same
-- person in another script, or under a name from before a marriage.
create table printed_name (
    member_id  bigint not null,
    bank_code  text not null,
    account_no text not null,
    name       text not null,
    via        text not null, -- slip, feed, or cashier
    printed_at timestamptz not null,
    primary key (member_id, bank_code, account_no, name)
);
