-- +goose Up

create type statement_type as enum ('deposit', 'bonus', 'finish_bonus', 'withdraw', 'transfer');
create type statement_status as enum ('PENDING', 'SUCCESS', 'FAILED');
-- The kind of place from which money came, or to which it went.
create type place_kind as enum ('wallet', 'bank', 'qr', 'gift', 'adjustment', 'demo', 'game', 'reward');

-- One line of a member's history. It is written in the transaction that moves its money.
create table statement_line (
    id           uuid primary key,
    member_id    bigint not null,
    type         statement_type not null,
    status       statement_status not null,
    amount       bigint not null,
    currency     text not null,
    note         text not null default '',   -- of a failed line: a code of the catalogue
    links        jsonb not null default '{}', -- the reward that it belongs to: bonus, promotion, invite, refund, luckydraw
    -- The final transfer of a SUCCESS line, the hold of a PENDING line, the void of a FAILED line. Null
    -- if nothing moved.
    transfer_id  bigint unique,
    version      bigint not null,
    created_at   timestamptz not null,
    can_cancel   boolean not null default false, -- the member may cancel it: a withdrawal that was not sent yet
    -- Both places, in parts. statement.Place makes the API's texts.
    from_kind    place_kind not null,
    from_code    text not null,              -- of a bank, a QR gateway, a slot, or a kind of reward; else ''
    from_account text not null,              -- of a bank: the account as the bank shows it
    to_kind      place_kind not null,
    to_code      text not null,
    to_account   text not null,
    constraint statement_line_amount check (amount >= 0),
    -- Money that moved finally has its transfer. A finished bonus may move no money.
    constraint statement_line_transfer check (transfer_id is not null or status <> 'SUCCESS' or type = 'finish_bonus'),
    constraint statement_line_cancel check (not can_cancel or status = 'PENDING')
);
-- A page, its filters, the count and the totals are read from this index without the table. For a member with 100,000
-- lines, a month is read from its part of the index only.
create index statement_line_page on statement_line (member_id, created_at desc, id desc) include (type, status, amount, currency);
create index statement_line_sync on statement_line (member_id, version);
-- Money in progress is read with each wallet. The index has only the few lines that hold money.
create index statement_line_held on statement_line (member_id) include (amount, type) where status = 'PENDING' and transfer_id is not null;

create type statement_event_kind as enum ('gathered', 'approved', 'sent', 'halfway', 'done', 'cancelled', 'failed');

-- A change of a line after it was written. The statement that changes the line writes it. The
-- line's beginning has no event; created_at is its time.
create table statement_event (
    line_id uuid not null,
    version bigint not null, -- the line's version from then on: the order of the events
    kind    statement_event_kind not null,
    at      timestamptz not null,
    primary key (line_id, version)
);

-- An ended line never changes. The member, type, currency and time of a line in progress never change. Events never
-- change.
-- +goose StatementBegin
create function statement_stands() returns trigger language plpgsql as $$
begin
    raise exception 'the statement is append-only';
end $$;
-- +goose StatementEnd
create trigger statement_line_final before update on statement_line
    for each row when (old.status <> 'PENDING' or (new.id, new.member_id, new.type, new.currency, new.created_at)
        is distinct from (old.id, old.member_id, old.type, old.currency, old.created_at))
    execute function statement_stands();
create trigger statement_line_kept before delete on statement_line
    for each row execute function statement_stands();
create trigger statement_line_no_truncate before truncate on statement_line
    for each statement execute function statement_stands();
create trigger statement_event_append_only before update or delete on statement_event
    for each row execute function statement_stands();
create trigger statement_event_no_truncate before truncate on statement_event
    for each statement execute function statement_stands();
