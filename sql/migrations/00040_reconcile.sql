-- +goose Up

-- Where our book and a company's differ, found by walking both. Each is an item
-- for a cashier until somebody, or a later walk, has ended it. One of a reason
-- and a company's reference, for ever: the same walk twice finds nothing new.
create table difference (
    id          uuid primary key,
    company     text not null, -- PAYOUT, GIFT, BANK, or a QR gateway
    reference   text not null, -- the company's name of it
    reason      text not null, -- see package reconcile
    said        text not null, -- the company's word: PAID, PENDING, REVIEW, FAILED, NOTHING
    amount      bigint not null check (amount >= 0), -- by the company
    ours        bigint not null check (ours >= 0),   -- in our book
    currency    text not null,
    their_id    text not null default '', -- a QR gateway's own id of it
    bank        text not null default '', -- where it went, or came from
    account     text not null default '',
    name        text not null default '',
    at          timestamptz not null,     -- when it was made, by the company
    member_id   bigint references member (id), -- where our book knows whose it is
    found_at    timestamptz not null,
    checked_at  timestamptz not null,     -- the last walk that found it
    outcome     text not null default '',
    note        text not null default '', -- why, in the cashier's words
    decided_by  bigint,
    done_at     timestamptz,
    constraint difference_once unique (company, reference, reason),
    constraint difference_done check ((outcome = '') = (done_at is null)),
    constraint difference_outcome check (outcome in ('', 'ATTRIBUTED', 'CLOSED', 'AGREED'))
);
create index difference_open on difference (found_at) where done_at is null;

-- What a company's list told during one walk: what of ours is not among it is
-- asked about by its name. Of no worth after the walk.
create unlogged table reconcile_seen (
    run       uuid not null,
    reference text not null,
    at        timestamptz not null default now(),
    primary key (run, reference)
);

-- +goose Down
drop table reconcile_seen;
drop table difference;
