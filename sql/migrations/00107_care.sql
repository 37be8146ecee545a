-- +goose Up

-- A member's deposits and withdrawals of a day. Only the member's own money counts.
create table money_day (
    member_id bigint not null references member (id),
    day       date not null,
    deposited bigint not null default 0,
    withdrawn bigint not null default 0,
    primary key (member_id, day)
);

-- A limit that a member sets for the deposits of a day, a week from Monday, or a month. There is no limit without
-- a row or an amount. A pending change raises or removes the limit, after a day and a second confirmation.
create table deposit_limit (
    member_id    bigint not null references member (id),
    period       text not null check (period in ('day', 'week', 'month')),
    most         bigint check (most >= 0),
    pending      boolean not null default false,      -- a change waits
    pending_most bigint check (pending_most >= 0),    -- null: no limit
    pending_from timestamptz,                         -- when the change may be confirmed
    primary key (member_id, period)
);

create type exclusion_kind as enum ('COOL_OFF', 'EXCLUSION');

-- A time in which a member does not play: a COOL_OFF until its end, an EXCLUSION until the member
-- asks to come back after its end. Only the last three columns of a row change.
create table exclusion (
    id          bigint generated always as identity primary key,
    member_id   bigint not null,
    kind        exclusion_kind not null,
    begins_at   timestamptz not null,
    ends_at     timestamptz, -- null: no end
    asked_at    timestamptz, -- the member asked to come back
    returned_at timestamptz, -- the member confirmed the return, a day later
    seen_by     bigint,      -- the operator who has seen it
    constraint exclusion_cool_off_ends check (kind = 'EXCLUSION' or ends_at is not null)
);
create index exclusion_member on exclusion (member_id);
create index exclusion_unseen on exclusion (begins_at) where seen_by is null;

-- +goose StatementBegin
create function exclusion_stands() returns trigger language plpgsql as $$
begin
    if tg_op = 'DELETE' or (new.id, new.member_id, new.kind, new.begins_at) is distinct from (old.id, old.member_id, old.kind, old.begins_at)
        or new.ends_at is distinct from old.ends_at or old.returned_at is not null and new.returned_at is distinct from old.returned_at then
        raise exception 'exclusions stand as they were made';
    end if;
    return new;
end $$;
-- +goose StatementEnd
create trigger exclusion_append_only before update or delete on exclusion for each row execute function exclusion_stands();

-- A member's wishes for reminders.
create table care_wish (
    member_id   bigint primary key,
    reality     integer check (reality between 5 and 720), -- minutes of use between two reality checks; null: none
    reviewed_at timestamptz                                -- when the member last looked at the deposit limits
);

-- Until when play is closed for a member: one row for each exclusion that is not over. Only this view has the rule. It
-- is a view, because the planner would plan a function again for each call.
create view play_closed as
select member_id, case kind when 'COOL_OFF' then ends_at else 'infinity' end as until
from exclusion where kind = 'COOL_OFF' or returned_at is null;
