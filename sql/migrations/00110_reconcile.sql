-- +goose Up

-- A difference between our book and a provider's, found by a reconciliation. It is an item for a
-- cashier until a person, or a later reconciliation, has ended it. One row for a company, reference
-- and reason, for ever: a second reconciliation finds nothing new. Outcomes: package reconcile.
create table difference (
    id          uuid primary key,
    company     text not null, -- PAYOUT, GIFT, BANK, or a QR gateway
    reference   text not null, -- the provider's name of the payment
    reason      text not null, -- LOST, FAILED_HERE, NOT_THERE, AMOUNT
    said        text not null, -- the provider's status: PAID, PENDING, REVIEW, FAILED, NOTHING
    amount      bigint not null check (amount >= 0), -- by the provider
    ours        bigint not null check (ours >= 0),   -- in our book
    currency    text not null,
    their_id    text not null default '', -- a QR gateway's own id of the payment
    bank        text not null default '', -- where the money went, or came from
    account     text not null default '',
    name        text not null default '',
    at          timestamptz not null,     -- when it was made, by the provider
    member_id   bigint references member (id), -- null where our book does not know the member
    found_at    timestamptz not null,
    checked_at  timestamptz not null,     -- the last reconciliation that found it
    outcome     text not null default '', -- '' while it is open
    note        text not null default '', -- the cashier's reason
    decided_by  bigint,
    done_at     timestamptz,
    constraint difference_once unique (company, reference, reason),
    constraint difference_done check ((outcome = '') = (done_at is null)),
    constraint difference_outcome check (outcome in ('', 'ATTRIBUTED', 'CLOSED', 'AGREED'))
);
create index difference_open on difference (found_at) where done_at is null;
