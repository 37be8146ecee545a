-- +goose Up

-- A QR code to pay, which a gateway made or was asked to make. States: package qr.
create table qr_order (
    reference    text primary key, -- ours, sent to the gateway; the qrcodeId of the API
    id           uuid not null unique default gen_random_uuid(), -- the id of its statement line, and of its item at the console
    member_id    bigint not null references member (id),
    provider     text not null,
    state        text not null default 'CREATING',
    amount       bigint not null,  -- the amount that the member requested
    pay_amount   bigint,           -- the amount to pay, by the gateway
    paid_amount  bigint,           -- the amount that the gateway reports as paid
    currency     text not null,
    provider_id  text not null default '', -- the gateway's own reference
    payload      text not null default '', -- EMV
    picture      bytea,                    -- PNG, if there is no payload
    refusal      text not null default '', -- why it was never shown: a code of the catalogue
    repeats      text unique references qr_order (reference), -- the earlier attempt without a response
    withdrawn    boolean not null default false, -- the gateway was requested to cancel it
    doubt        text not null default '', -- why it waits for a cashier
    doubted_at   timestamptz,      -- remains when the doubt has ended
    created_at   timestamptz not null,
    expires_at   timestamptz,
    ended_at     timestamptz,      -- since when it is no longer shown
    asked_at     timestamptz,      -- time of the gateway's last valid response
    ask_at       timestamptz,      -- when to query the gateway next; null: not any more
    transfer_id  bigint unique,
    decided_by   bigint,
    constraint qr_order_state check (state in ('CREATING', 'LIVE', 'REFUSED', 'LOST', 'CANCELLED', 'EXPIRED', 'REVIEW', 'DROPPED', 'PAID')),
    constraint qr_order_amount check (amount > 0 and (pay_amount is null or pay_amount > 0)),
    constraint qr_order_live check (state <> 'LIVE' or (expires_at is not null and pay_amount is not null and provider_id <> '')),
    constraint qr_order_ended check ((state in ('CREATING', 'LIVE')) = (ended_at is null)),
    constraint qr_order_paid check ((state = 'PAID') = (transfer_id is not null) and (transfer_id is null or paid_amount > 0)),
    constraint qr_order_doubt check ((doubt = '' or doubted_at is not null) and (state <> 'REVIEW' or doubt <> ''))
);
-- Makes one payment credit once, together with the ledger's own key.
create unique index qr_order_once on qr_order (provider, provider_id) where provider_id <> '';
create unique index qr_order_one_live on qr_order (member_id) where state in ('CREATING', 'LIVE');
create index qr_order_member on qr_order (member_id, created_at);
create index qr_order_ask on qr_order (ask_at) where ask_at is not null;
create index qr_order_doubt on qr_order (doubted_at) where doubt <> '';

-- A member who has requested a code. The row is locked while a code is made, so that two concurrent requests run one
-- after the other.
create table qr_member (
    member_id bigint primary key references member (id)
);

-- The members for whom a gateway failed recently, and the gateway's last pause. Package qr has the rule. A row is
-- written at the first failure.
create table qr_health (
    provider   text primary key,
    members    bigint[] not null default '{}',      -- each member once
    failed_at  timestamptz[] not null default '{}', -- the last failure for each of these members
    rest_until timestamptz not null default 'epoch' -- the end of its last pause
);
