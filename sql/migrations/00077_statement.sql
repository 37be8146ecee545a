-- +goose Up

-- What happened to a line after it was written, each with its time; how it began
-- the line says itself (created_at). A row is written by the statement that changes
-- the line, and never changes.
create type statement_event_kind as enum ('gathered', 'approved', 'sent', 'halfway', 'done', 'cancelled', 'failed');
create table statement_event (
    line_id uuid not null,
    version bigint not null, -- the line's, from then on: the order of the events
    kind    statement_event_kind not null,
    at      timestamptz not null,
    primary key (line_id, version)
);

-- Lines of before: the time of their transfer is known, where they did not begin with it.
insert into statement_event (line_id, version, kind, at)
select l.id, l.version,
    (case when l.status = 'SUCCESS' then 'done' when l.note = 'WITHDRAW_CANCELLED' then 'cancelled' else 'failed' end)::statement_event_kind, t.created_at
from statement_line l join transfer t on t.id = l.transfer_id
where l.status <> 'PENDING' and t.created_at > l.created_at + interval '1 second';

-- One index answers a page, its filters, the count and the totals without the table:
-- of a member with 100,000 lines a month is read out of its part alone.
drop index statement_line_page;
create index statement_line_page on statement_line (member_id, created_at desc, id desc) include (type, status, amount, currency);

-- +goose Down
drop index statement_line_page;
create index statement_line_page on statement_line (member_id, created_at desc, id desc);
drop table statement_event;
drop type statement_event_kind;
