-- +goose Up

-- Money on its way out. Its id is also its statement line's, and its name at
-- the company that pays it out: one for ever, so that it is never paid twice.
-- No foreign key and no unique hold_id, as in the ledger: a key that is checked
-- on every row is dear, and verify-ledger counts what would break it.
create table withdrawal (
    id           uuid primary key,
    member_id    bigint not null,
    amount       bigint not null,
    currency     text not null,
    hold_id      bigint not null,
    bank_code    text not null, -- the member's own account, as it was
    bank_number  char(3) not null,
    account_no   text not null,
    account_name text not null,
    state        text not null,
    created_at   timestamptz not null,
    sends        integer not null default 0,
    sent_at      timestamptz,              -- the last send
    heard_at     timestamptz,              -- the company's last own word of it, the last send's time before that
    missing_at   timestamptz,              -- the first "not known" since the last send
    refused      text not null default '', -- the company's word when it turned a repeated send down
    approved_by  bigint,
    decided_by   bigint,                   -- the cashier who refused it, or ended what was in doubt
    note         text not null default '', -- the cashier's or the company's, never the member's to see
    transfer_id  bigint,                   -- what settled or voided the hold
    done_at      timestamptz,
    constraint withdrawal_amount check (amount > 0),
    constraint withdrawal_state check (state in ('APPROVAL', 'QUEUED', 'SENDING', 'PAID', 'FAILED')),
    constraint withdrawal_done check ((state in ('PAID', 'FAILED')) = (transfer_id is not null) and (transfer_id is null) = (done_at is null)),
    constraint withdrawal_sent check ((sends > 0) = (sent_at is not null) and (state not in ('SENDING') or sends > 0))
);
create unique index withdrawal_transfer_once on withdrawal (transfer_id) where transfer_id is not null;
create index withdrawal_open on withdrawal (state, created_at) where state in ('APPROVAL', 'QUEUED', 'SENDING');

-- +goose Down
drop table withdrawal;
