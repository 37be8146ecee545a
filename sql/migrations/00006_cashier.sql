-- +goose Up

-- A slip handed in. state is where it stands for us; the member sees the
-- status: PENDING until DONE says SUCCESS or FAILED.
create table slip (
    id            uuid primary key, -- the clientId of the queued item on the phone
    member_id     bigint not null references member (id),
    state         text not null,
    status        text not null default 'PENDING',
    note          text not null default '',
    reason        text not null default '', -- why it waits for a cashier
    reference     text not null unique,     -- names the picture on the wire
    picture       text not null,            -- the blob's hash
    mime          text not null,
    bytes         bigint not null,
    captured_at   timestamptz,              -- when the member picked it
    uploaded_at   timestamptz not null,
    checked_since timestamptz,              -- since when a bank is unsure of it
    sending_bank  text not null default '', -- three digits, as its QR says
    trans_ref     text not null default '',
    amount        bigint,
    currency      text not null default 'BAHT',
    answer        jsonb,                    -- what the verifier said, normalised
    tries         integer not null default 0,
    transfer_id   bigint unique,
    decided_by    bigint,                   -- the cashier, of a review
    version       bigint not null,
    done_at       timestamptz,
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

-- One row a bank transfer that became, or may become, a member's money. Its
-- key is what makes a transfer credit once, ever, whichever way it comes.
create table deposit_claim (
    bank        char(3) not null,
    trans_ref   text not null,
    member_id   bigint not null references member (id),
    via         text not null check (via in ('slip', 'feed', 'cashier')),
    slip_id     uuid references slip (id),
    transfer_id bigint unique, -- null while a cashier looks at it
    created_at  timestamptz not null default now(),
    primary key (bank, trans_ref)
);

-- +goose Down
drop table deposit_claim;
drop table slip;
