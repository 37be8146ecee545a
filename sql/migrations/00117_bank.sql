-- +goose Up

-- An announcement of a bank transfer that a member will make. Its statement line is PENDING until the transfer is
-- reported, or an hour has passed.
create table announcement (
    line_id    uuid primary key,
    member_id  bigint not null references member (id),
    amount     bigint not null check (amount > 0),
    currency   text not null,
    created_at timestamptz not null,
    open       boolean not null default true -- false once the transfer was reported, or the hour has passed
);
create index announcement_open on announcement (amount, currency, created_at) where open;
create index announcement_member on announcement (member_id, created_at) where open;

-- A slip that a member uploaded. The member sees the status: PENDING until the state is DONE, then
-- SUCCESS or FAILED.
create table slip (
    id            uuid primary key, -- the clientId of the queued item on the phone
    member_id     bigint not null references member (id),
    state         text not null,
    status        text not null default 'PENDING',
    note          text not null default '', -- why it failed: a code of the catalogue
    reason        text not null default '', -- why it waits for a cashier
    reference     text not null unique,     -- identifies the picture in the API
    picture       text not null,            -- the SHA-256 of the uploaded file
    mime          text not null,
    bytes         bigint not null,
    captured_at   timestamptz,              -- when the member picked it
    uploaded_at   timestamptz not null,
    checked_since timestamptz,              -- since when the bank does not know the transfer
    sending_bank  text not null default '', -- the bank's number, as the slip's QR has it
    trans_ref     text not null default '', -- the transfer's reference, as the QR has it
    amount        bigint,                   -- null until the verifier's response
    currency      text not null default 'BAHT',
    answer        jsonb,                    -- the verifier's response, normalised
    tries         integer not null default 0,
    transfer_id   bigint unique,
    decided_by    bigint,                   -- the cashier who reviewed it
    version       bigint not null,
    done_at       timestamptz,
    -- When its check began, and when the check last made progress. Both are null while the slip waits
    -- behind others.
    started_at    timestamptz,
    progress_at   timestamptz,
    file          text not null,            -- the cleaned picture's name in the store; no other file ever gets it
    line_id       uuid,                     -- the statement line of its credit, whose page shows its picture
    -- For a waiting slip: other members who might have paid, as the cashier sees them, and whether a credit
    -- needs two people.
    other_members text[] not null default '{}',
    needs_second_person boolean not null default false,
    constraint slip_state check (state in ('CHECKING', 'REVIEW', 'DONE')),
    constraint slip_status check (status in ('PENDING', 'SUCCESS', 'FAILED')),
    constraint slip_done check ((state = 'DONE') = (status <> 'PENDING')),
    constraint slip_credit check ((status = 'SUCCESS') = (transfer_id is not null)),
    constraint slip_note check ((status = 'FAILED') = (note <> ''))
);
create index slip_page on slip (member_id, uploaded_at desc, id desc);
create index slip_sync on slip (member_id, version);
create index slip_review on slip (uploaded_at) where state = 'REVIEW';
create index slip_checking on slip (uploaded_at) where state = 'CHECKING';
-- The same bytes of one member are one slip while it is being checked.
create unique index slip_same_bytes on slip (member_id, picture) where state <> 'DONE';
-- For the sweep, which looks for files that no row uses.
create index slip_file on slip (file);
create unique index slip_line on slip (line_id) where line_id is not null;

create type deposit_via as enum ('slip', 'feed', 'cashier');

-- A bank transfer that became, or may become, a member's money. Its key ensures that a transfer is credited only once,
-- by its slip or by the bank's report.
create table deposit_claim (
    bank        text not null, -- the sending bank's number
    trans_ref   text not null,
    member_id   bigint,        -- null: no member can be credited, and the money must be returned
    via         deposit_via not null,
    slip_id     uuid,
    transfer_id bigint unique, -- null while a cashier reviews it
    created_at  timestamptz not null default now(),
    primary key (bank, trans_ref)
);

create type feed_state as enum ('NEW', 'UNMATCHED', 'DONE');

-- A transfer into an account of the site, as its bank reported it.
create table bank_feed (
    bank        text not null, -- the number of the sender's bank
    trans_ref   text not null,
    account     text not null, -- the sender's, often masked
    name        text not null, -- the sender's; '' if none was reported
    to_bank     text not null,
    to_account  text not null,
    amount      bigint not null check (amount > 0),
    currency    text not null,
    at          timestamptz not null, -- of the transfer, by the bank
    received_at timestamptz not null, -- of the report
    state       feed_state not null default 'NEW',
    reason      text not null default '', -- why it waits for a cashier
    member_id   bigint,
    transfer_id bigint unique,
    decided_by  bigint,
    done_at     timestamptz,
    id          uuid not null unique,     -- its id for cashiers
    primary key (bank, trans_ref)
);
create index bank_feed_unmatched on bank_feed (received_at) where state <> 'DONE';
