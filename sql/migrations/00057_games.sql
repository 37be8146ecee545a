-- +goose Up

-- A slot is one way of playing at one company: a row, not code. Its house and
-- suspense accounts are house and house + 1, in the slot's own currency's range.
create type slot_category as enum ('slot', 'sport', 'lotto');
create type slot_way as enum ('link', 'form', 'web');
create table slot (
    code       text primary key check (code ~ '^[a-z][a-z0-9]{1,19}$'),
    name       text not null,
    category   slot_category not null,
    position   integer not null,
    listed     boolean not null default true,
    format     text not null, -- of package provider/game
    way        slot_way not null,
    currency   text not null check (currency in ('BAHT', 'LAK')),
    -- One unit of the company's is units_of/units_for of ours: 1/1, or 1/1000. Fixed
    -- once the slot has an account.
    units_of   integer not null default 1 check (units_of > 0),
    units_for  integer not null default 1 check (units_for > 0),
    step       bigint not null default 1 check (step > 0), -- the least that moves, in hundredths of the company's unit
    share      integer not null default 100 check (share between 0 and 100), -- of turnover, percent
    house      integer not null unique check (house between 100 and 497 and house % 2 = 0),
    logo       text not null default '',
    background text not null default '',
    web        text check (web like 'https://%' or web like 'http://127.0.0.1%'),
    android    text check (android like 'https://%' or android like 'http://127.0.0.1%'),
    ios        text check (ios like 'https://%' or ios like 'http://127.0.0.1%'),
    origins    text[] not null default '{}', -- where the company's form is posted to, beside its API
    paused_in  boolean not null default false,
    paused_out boolean not null default false
);

-- Its accounts in the ledger are opened with the row, and stay.
-- +goose StatementBegin
create function slot_accounts() returns trigger language plpgsql as $$
begin
    insert into account (id, kind, role, currency, floor)
    select n.id + case when new.currency = 'LAK' then 500 else 0 end, n.kind || new.code, n.role, new.currency, -9000000000000000
    from (values (new.house, 'provider:', 'house'), (new.house + 1, 'in_flight:', 'suspense')) as n(id, kind, role)
    on conflict do nothing;
    return new;
end $$;
-- +goose StatementEnd
create trigger slot_accounts after insert on slot for each row execute function slot_accounts();

-- A member's account in a game. It is there from the moment that a username was
-- made, before the company is asked.
create type game_account_state as enum ('OPENING', 'ACTIVE');
create table game_account (
    member_id  bigint not null,
    slot_code  text not null,
    state      game_account_state not null default 'OPENING',
    username   text not null,
    password   bytea not null,     -- sealed, with its key's id before it
    pending    bytea,              -- the one that a reset is trying
    created_at timestamptz not null,
    opened_at  timestamptz,
    units      bigint not null default 0, -- hundredths of the company's unit, as it last said
    asked_at   timestamptz,        -- when it said so
    stale      boolean not null default false,
    version    bigint not null,    -- of the member's synced data
    primary key (member_id, slot_code)
);
create unique index game_account_name on game_account (slot_code, username);
create index game_account_sync on game_account (member_id, version);
create index game_account_opening on game_account (created_at) where state = 'OPENING';

-- Money on its way between a wallet and a game, or two games. Its id is its
-- statement line's. No foreign keys and few checks: see 00015.
create type game_transfer_state as enum ('ASKED', 'SENT', 'UNKNOWN', 'REVIEW', 'DONE', 'REFUSED');
create table game_transfer (
    id          uuid primary key,
    seq         bigint generated always as identity, -- the order in which they were asked for, under the wallet's lock
    member_id   bigint not null,
    from_slot   text,              -- null: the wallet
    to_slot     text,
    amount      bigint not null,   -- hundredths
    currency    text not null,
    state       game_transfer_state not null default 'ASKED',
    leg         smallint not null, -- the call under way: 1, or 2 of a transfer between games
    hold_id     bigint,            -- money of ours on its way into a game
    transfer_id bigint,            -- what moved it at last
    reason      text not null default '', -- why it waits for a person
    note        text not null default '',
    decided_by  bigint,
    created_at  timestamptz not null,
    done_at     timestamptz
);
create index game_transfer_lane on game_transfer (member_id, seq) where done_at is null;
create index game_transfer_open on game_transfer (created_at) where done_at is null;

-- One call at one company. Its id is the company's name of it, for ever.
create type game_leg_end as enum ('DONE', 'REFUSED');
create table game_leg (
    id          uuid primary key,
    transfer_id uuid not null,
    n           smallint not null,
    slot_code   text not null,
    into_game   boolean not null,
    username    text not null,
    units       bigint not null,   -- hundredths of the company's
    sends       integer not null default 0,
    sent_at     timestamptz,       -- the last send
    heard_at    timestamptz,       -- the company's last own word of it, the last send's time before that
    ended       game_leg_end,
    turned_down boolean not null default false, -- a repeated send was refused: an earlier one may have come through
    word        text not null default '', -- the company's last code
    look_at     timestamptz,       -- when an ended "no" is asked about again
    looks       smallint not null default 0,
    unique (transfer_id, n)
);
create index game_leg_look on game_leg (look_at) where look_at is not null;

-- A call that had ended by "no", and was done after all. Until a person has settled
-- it nothing else of the member's moves in that game.
create table game_late (
    leg_id     uuid primary key,
    member_id  bigint not null,
    slot_code  text not null,
    found_at   timestamptz not null,
    booked_id  bigint not null,   -- the difference, against disputes
    note       text not null default '',
    decided_by bigint,
    done_at    timestamptz
);
create index game_late_open on game_late (member_id, slot_code) where done_at is null;

-- A way into a game that a member's tap has asked for: found once, by a number that
-- only their browser knows, within a minute.
create table game_launch (
    number     bytea primary key, -- its SHA-256
    member_id  bigint not null,
    slot_code  text not null,
    opening    bytea,             -- sealed; null while the company is asked
    refused    text not null default '',
    created_at timestamptz not null,
    taken_at   timestamptz
);
create index game_launch_age on game_launch (created_at);

-- What companies did beside their word, until a person has settled it with them.
insert into account (id, kind, role, currency, floor) values
    (14, 'disputes', 'house', 'BAHT', -9000000000000000), (514, 'disputes', 'house', 'LAK', -9000000000000000);

-- +goose Down
delete from account where id in (14, 514);
drop table game_launch;
drop table game_late;
drop table game_leg;
drop type game_leg_end;
drop table game_transfer;
drop type game_transfer_state;
drop table game_account;
drop type game_account_state;
drop table slot;
drop function slot_accounts;
drop type slot_way;
drop type slot_category;
