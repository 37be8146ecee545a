-- +goose Up

-- A gift voucher that a member submitted. Its id is also its statement line's.
create table gift (
    id          uuid primary key,
    member_id   bigint not null references member (id),
    hash        text not null,            -- the voucher's
    mobile      text not null,            -- of the site's wallet account that redeems it
    amount      bigint not null,          -- as verified, then as redeemed
    currency    text not null,
    state       text not null default 'NEW',
    reason      text not null default '', -- why it waits for a cashier
    code        text not null default '', -- the provider's last code
    tries       integer not null default 0,
    created_at  timestamptz not null,
    transfer_id bigint unique,
    decided_by  bigint,
    done_at     timestamptz,
    constraint gift_amount check (amount > 0),
    constraint gift_state check (state in ('NEW', 'REDEEMING', 'REVIEW', 'DONE', 'FAILED')),
    constraint gift_done check ((state in ('DONE', 'FAILED')) = (done_at is not null) and (state = 'DONE') = (transfer_id is not null))
);
-- A voucher belongs to one gift, unless that gift brought no money.
create unique index gift_once on gift (hash) where state <> 'FAILED';
create index gift_open on gift (state, created_at) where state in ('NEW', 'REDEEMING', 'REVIEW');
