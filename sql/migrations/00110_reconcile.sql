-- +goose Up

-- A difference between our ledger and a provider's records, found by a comparison. It is an item for a
-- cashier until an operator or a later comparison has ended it. There is one row for each provider,
-- reference and reason, so a second comparison adds nothing. Package reconcile has the outcomes.
create table difference (
    id          uuid primary key,
    company     text not null, -- PAYOUT, GIFT, BANK, or a QR gateway
    reference   text not null, -- the provider's name of the payment
    reason      text not null, -- LOST, FAILED_HERE, NOT_THERE, AMOUNT
    said        text not null, -- the provider's status: PAID, PENDING, REVIEW, FAILED, NOTHING
    amount      bigint not null check (amount >= 0), -- by the provider
    ours        bigint not null check (ours >= 0),   -- in our ledger
    currency    text not null,
    their_id    text not null default '', -- a QR gateway's own id of the payment
    bank        text not null default '', -- the bank to which the money went, or from which it came
    account     text not null default '',
    name        text not null default '',
    at          timestamptz not null,     -- when it was made, by the provider
    member_id   bigint references member (id), -- null if our ledger does not know the member
    found_at    timestamptz not null,
    checked_at  timestamptz not null,     -- the last comparison that found it
    outcome     text not null default '', -- '' while it is open
    note        text not null default '', -- the cashier's reason
    decided_by  bigint,
    done_at     timestamptz,
    constraint difference_once unique (company, reference, reason),
    constraint difference_done check ((outcome = '') = (done_at is null)),
    constraint difference_outcome check (outcome in ('', 'ATTRIBUTED', 'CLOSED', 'AGREED'))
);
create index difference_open on difference (found_at) where done_at is null;
