-- +goose Up

-- No foreign keys and few checks: see 00100. slot_code is always a slot's code.

create type slot_category as enum ('slot', 'sport', 'lotto');
create type slot_way as enum ('link', 'form', 'web');

-- A slot: one game, or one lobby of games, at one provider. It is data, not code. Its house account
-- in the ledger is house, its suspense account house + 1; in LAK each 500 more.
create table slot (
    code       text primary key check (code ~ '^[a-z][a-z0-9]{1,19}$'),
    name       text not null,
    category   slot_category not null,
    position   integer not null,
    listed     boolean not null default true,
    format     text not null,     -- the provider's protocol (package provider/game)
    way        slot_way not null, -- how a browser opens it
    currency   text not null check (currency in ('BAHT', 'LAK')),
    -- One unit of the provider's is units_of/units_for of ours: 1/1, or 1/1000. Fixed once the slot
    -- has an account.
    units_of   integer not null default 1 check (units_of > 0),
    units_for  integer not null default 1 check (units_for > 0),
    step       bigint not null default 1 check (step > 0), -- the smallest amount that can move, in hundredths of the provider's unit
    share      integer not null default 100 check (share between 0 and 100), -- percent of a stake that counts as turnover
    house      integer not null unique check (house between 100 and 497 and house % 2 = 0),
    logo       text not null default '',
    background text not null default '',
    -- Addresses of the provider's site and apps; null if there is none.
    web        text check (web like 'https://%' or web like 'http://127.0.0.1%'),
    android    text check (android like 'https://%' or android like 'http://127.0.0.1%'),
    ios        text check (ios like 'https://%' or ios like 'http://127.0.0.1%'),
    origins    text[] not null default '{}', -- origins to which the provider's form is posted, in addition to its API
    paused_in  boolean not null default false, -- by an operator: no money goes in
    paused_out boolean not null default false,
    -- The game's edge as its provider states it, in hundredths of a percent of the stake; null if unknown.
    -- Operators see it, and no amount depends on it.
    edge       integer check (edge between 0 and 10000),
    lag        integer not null default 600 check (lag between 60 and 86400), -- how long plays may take to reach the feed, seconds
    -- Set and unset by a periodic job: transfers out are paused because the slot's members took out too
    -- much that no play explains.
    held_out   boolean not null default false
);

-- The slot's accounts in the ledger are opened with the row, and never removed.
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

create type game_account_state as enum ('OPENING', 'ACTIVE');

-- A member's account in a game. It is written with its username before the provider is called.
create table game_account (
    member_id  bigint not null,
    slot_code  text not null,
    state      game_account_state not null default 'OPENING',
    username   text not null,
    password   bytea not null,                 -- encrypted, with the key's id before it
    pending    bytea,                          -- the password that a reset is trying
    created_at timestamptz not null,
    opened_at  timestamptz,
    units      bigint not null default 0,      -- the balance last reported, in hundredths of the provider's unit
    asked_at   timestamptz,                    -- when the provider reported it
    stale      boolean not null default false, -- the balance may have changed since
    version    bigint not null,
    primary key (member_id, slot_code)
);
create unique index game_account_name on game_account (slot_code, username);
create index game_account_sync on game_account (member_id, version);
create index game_account_opening on game_account (created_at) where state = 'OPENING';

create type game_transfer_state as enum ('ASKED', 'SENT', 'UNKNOWN', 'REVIEW', 'DONE', 'REFUSED');

-- A transfer between the wallet and a game, or between two games. Its id is its statement line's.
create table game_transfer (
    id          uuid primary key,
    seq         bigint generated always as identity, -- the order of the requests, given under the wallet's lock
    member_id   bigint not null,
    from_slot   text,                                -- null: the wallet
    to_slot     text,                                -- null: the wallet
    amount      bigint not null,
    currency    text not null,
    state       game_transfer_state not null default 'ASKED',
    leg         smallint not null,                   -- the current call: 1, or 2 for a transfer between games
    hold_id     bigint,                              -- the ledger's hold for money that goes into a game
    transfer_id bigint,                              -- the ledger's transfer that ended it
    reason      text not null default '',            -- why it waits for a cashier
    note        text not null default '',            -- the cashier's note
    decided_by  bigint,
    created_at  timestamptz not null,
    done_at     timestamptz
);
create index game_transfer_lane on game_transfer (member_id, seq) where done_at is null;
create index game_transfer_open on game_transfer (created_at) where done_at is null;
-- A comparison reads the transfers of some days. They are stored in the order of time, so an index of
-- block ranges finds them, and costs a transfer almost nothing.
create index game_transfer_day on game_transfer using brin (created_at) with (pages_per_range = 16, autosummarize = on);
-- Finds a member's recent transfers out of a slot.
create index game_transfer_out on game_transfer (member_id, from_slot, created_at) where from_slot is not null;

create type game_leg_end as enum ('DONE', 'REFUSED');

-- A call of a transfer at one provider. The provider receives its id as the name of the call. The id never changes.
create table game_leg (
    id          uuid primary key,
    transfer_id uuid not null,                  -- of game_transfer
    n           smallint not null,              -- 1 or 2
    slot_code   text not null,
    into_game   boolean not null,
    username    text not null,
    units       bigint not null,                -- hundredths of the provider's unit
    sends       integer not null default 0,
    sent_at     timestamptz,                    -- the last send
    heard_at    timestamptz,                    -- the provider's last status of it; before that the last send's time
    ended       game_leg_end,
    turned_down boolean not null default false, -- a repeated send was refused: an earlier send may have succeeded
    word        text not null default '',       -- the provider's last code
    look_at     timestamptz,                    -- when a call that was refused is checked again
    looks       smallint not null default 0,    -- checks so far
    unique (transfer_id, n)
);
create index game_leg_look on game_leg (look_at) where look_at is not null;

-- A call that the provider had refused, but has carried out. Until a cashier has settled it, no other money of the
-- member moves in that slot.
create table game_late (
    leg_id     uuid primary key,
    member_id  bigint not null,
    slot_code  text not null,
    found_at   timestamptz not null,
    booked_id  bigint not null, -- the ledger's transfer of the difference, against disputes
    note       text not null default '',
    decided_by bigint,
    done_at    timestamptz
);
create index game_late_open on game_late (member_id, slot_code) where done_at is null;

-- Returns whether a call of a transfer may have reached the provider and has no outcome yet. The provider then
-- reports a balance that may or may not contain the money.
create function is_moving(of_member bigint, of_slot text) returns boolean language sql stable as $$
    select exists (
        select from game_transfer t join game_leg l on l.transfer_id = t.id and l.n = t.leg
        where t.member_id = of_member and t.done_at is null and l.slot_code = of_slot and l.sends > 0 and l.ended is null)
$$;

-- An opening of a game that a member has requested. It can be used once within a minute, by a number that only the
-- member's browser knows. Removed after an hour.
create table game_launch (
    number     bytea primary key,        -- the number's SHA-256
    member_id  bigint not null,
    slot_code  text not null,
    opening    bytea,                    -- encrypted; null while the provider is called
    refused    text not null default '', -- a code of the catalogue
    created_at timestamptz not null,
    taken_at   timestamptz
);
create index game_launch_age on game_launch (created_at);

-- The work that is left in the games of a member whose exclusion has begun.
create table game_closing (
    exclusion_id bigint primary key,
    member_id    bigint not null,
    begins_at    timestamptz not null,
    looks        integer not null default 0,
    next_at      timestamptz not null,
    reset        text[] not null default '{}', -- the slots whose passwords were reset
    done_at      timestamptz
);
create index game_closing_next on game_closing (next_at) where done_at is null;

-- How far the feed of plays of a slot was read. One server at a time reads a feed.
create table game_feed (
    slot_code  text primary key,
    since      timestamptz not null,     -- the time from which we read the feed
    cursor     text not null default '', -- the provider's cursor of the next page
    -- Providers add some plays late, before the cursor. So the feed is periodically read again from the mark
    -- before the last mark.
    mark       text not null default '', -- the cursor at marked_at
    earlier    text not null default '', -- the mark before; the second reading moves it on
    marked_at  timestamptz not null,
    read_at    timestamptz,              -- all plays that were reported before this time were read
    busy_until timestamptz not null default '-infinity', -- until when a server may read it
    -- The play at the cursor, if it cannot be read.
    bad        text,                     -- its place, as in the log; null if there is none
    raw        text,                     -- its text
    bad_at     timestamptz               -- since when it cannot be read
);

-- The counted revision of a play. Never removed, so that a play counts once. Amounts are hundredths of the
-- wallet's currency.
create table game_play_key (
    slot_code text not null,
    play_id   text collate "C" not null,
    member_id bigint not null,
    revision  bigint not null, -- the highest counted revision
    day       date not null,   -- of the bet
    bet       bigint not null,
    payout    bigint not null,
    valid     bigint not null, -- what counts as turnover, at most the bet
    primary key (slot_code, play_id)
) partition by hash (slot_code, play_id);
create table game_play_key_0 partition of game_play_key for values with (modulus 8, remainder 0);
create table game_play_key_1 partition of game_play_key for values with (modulus 8, remainder 1);
create table game_play_key_2 partition of game_play_key for values with (modulus 8, remainder 2);
create table game_play_key_3 partition of game_play_key for values with (modulus 8, remainder 3);
create table game_play_key_4 partition of game_play_key for values with (modulus 8, remainder 4);
create table game_play_key_5 partition of game_play_key for values with (modulus 8, remainder 5);
create table game_play_key_6 partition of game_play_key for values with (modulus 8, remainder 6);
create table game_play_key_7 partition of game_play_key for values with (modulus 8, remainder 7);

-- A revision of a play that was counted, as the provider reported it, in hundredths of the provider's
-- unit. A periodic job makes a partition for each month and drops expired partitions. A play
-- without a partition stays in game_play_rest until its partition exists.
create table game_play (
    slot_code text not null,
    play_id   text collate "C" not null,
    revision  bigint not null,
    member_id bigint not null,
    at        timestamptz not null, -- of the bet, never in the future
    bet       bigint not null,
    payout    bigint not null,
    valid     bigint not null,
    taken_at  timestamptz not null  -- when we read it
) partition by range (at);
create index game_play_member on game_play (member_id, at);
create table game_play_rest partition of game_play default;

-- What a member played in a slot on a day, never removed. Hundredths of the wallet's currency.
create table game_day (
    member_id bigint not null,
    slot_code text not null,
    day       date not null,
    plays     bigint not null,
    bet       bigint not null,
    payout    bigint not null,
    valid     bigint not null,
    version   bigint not null, -- of game_book, when the day last changed
    primary key (member_id, slot_code, day)
);
create index game_day_version on game_day (version);
create index game_day_players on game_day (day, member_id);

-- The version of all sums of days, in one row. A transaction that adds to sums takes the next version first, so
-- the versions are in the order of the commits.
create table game_book (
    version bigint not null,
    closed  date not null -- the days up to this one do not change any more
);
insert into game_book values (0, (now() at time zone 'Asia/Bangkok')::date - 1);

create type game_aside_why as enum ('NO_ACCOUNT', 'OLD', 'OTHER_PLAYER', 'TOO_LARGE', 'ABOVE_FUNDS', 'CREDIT');

-- A play that does not count, with the reason (package play). A play with ABOVE_FUNDS or CREDIT is counted by two
-- people, or dismissed by one. NO_ACCOUNT is tried again.
create table game_play_aside (
    slot_code    text not null,
    play_id      text collate "C" not null,
    revision     bigint not null,
    why          game_aside_why not null,
    username     text not null,
    at           timestamptz not null,                      -- of the bet, as reported
    bet          bigint not null,                           -- hundredths of the provider's unit
    payout       bigint not null,
    valid        bigint not null,
    taken_at     timestamptz not null,                      -- when we read it
    item         bigint not null generated always as identity, -- its id for cashiers
    credit       boolean not null default false,            -- paid without a play
    dismissed_at timestamptz,
    dismissed_by bigint,
    primary key (slot_code, play_id, revision)
);
create index game_play_aside_name on game_play_aside (slot_code, username) where why = 'NO_ACCOUNT';

-- What explains a member's money in a slot (package games). Amounts are hundredths of the wallet's
-- currency. Only reckon() updates the sums. At all times:
-- explained - unexplained = start + moved_in - moved_out + net + settled.
create table game_explained (
    member_id      bigint not null,
    slot_code      text not null,
    since          timestamptz,               -- bets before are part of start; null if the account began at 0
    start          bigint not null default 0,
    moved_in       bigint not null default 0, -- from the send of a call until the provider refuses it
    moved_out      bigint not null default 0,
    net            bigint not null default 0, -- payouts minus bets of the plays that count
    settled        bigint not null default 0, -- accepted, or booked back, by two people
    explained      bigint not null default 0, -- below 0: money out that nothing explains
    unexplained    bigint not null default 0, -- what was below 0 when more money went in
    open_sum       bigint not null generated always as (unexplained + greatest(-explained, 0)) stored,
    is_open        boolean not null generated always as (unexplained > 0 or explained < 0) stored,
    unexplained_at timestamptz,               -- since when is_open is true
    above_at       timestamptz,               -- since when the reported balance is above explained by more than the bound
    primary key (member_id, slot_code)
) with (fillfactor = 80);
create index game_explained_open on game_explained (slot_code) where is_open;

-- An unexplained sum that two people have accepted, or booked back from the wallet to the slot. The id
-- is the proposal's.
create table game_settled (
    id         uuid primary key,
    member_id  bigint not null,
    slot_code  text not null,
    amount     bigint not null,
    booked_id  bigint, -- the transfer out of the wallet; null if the sum was accepted
    decided_by bigint not null,
    decided_at timestamptz not null
);

-- Moves a member's sums in a slot. Money in starts at 0 or above: what was below 0 stays unexplained, and is set off
-- against nothing but plays and what people settle.
-- +goose StatementBegin
create function reckon(of_member bigint, of_slot text, came_in bigint, went_out bigint, played bigint, by_people bigint, at timestamptz)
returns void language plpgsql as $$
declare
    r game_explained;
    most constant numeric := 4000000000000000000;
    gained bigint;
begin
    select * into r from game_explained e where e.member_id = of_member and e.slot_code = of_slot for update;
    if not found then
        return;
    end if;
    if came_in > 0 and r.explained < 0 then
        r.unexplained := r.unexplained - r.explained;
        r.explained := 0;
    end if;
    gained := greatest(played, 0) + by_people;
    r.explained := greatest(least(r.explained::numeric + came_in - went_out + played + by_people - least(gained, r.unexplained), most), -most);
    r.unexplained := r.unexplained - least(gained, r.unexplained);
    update game_explained e set
        moved_in = r.moved_in + came_in, moved_out = r.moved_out + went_out,
        net = greatest(least(r.net::numeric + played, most), -most), settled = r.settled + by_people,
        explained = r.explained, unexplained = r.unexplained,
        unexplained_at = case when r.unexplained > 0 or r.explained < 0 then coalesce(r.unexplained_at, at) end
    where e.member_id = of_member and e.slot_code = of_slot;
end $$;
-- +goose StatementEnd

-- Returns what a slot's members have taken out that nothing explains. Each member counts with at most the
-- member's bound.
create function slot_unexplained(of_slot text, member_bound bigint, before timestamptz) returns bigint language sql stable as $$
    select coalesce(sum(least(e.open_sum, member_bound)), 0)::bigint from game_explained e
    where e.slot_code = of_slot and e.is_open and e.unexplained_at <= before
$$;

-- Returns the unexplained sum that a member's wallet has to keep: 0 while the sum is within the bounds.
create function unexplained_win(of_member bigint, member_bound bigint, slot_bound bigint) returns bigint language sql stable as $$
    select case
        when t.total > member_bound then least(t.total, 9000000000000000)::bigint
        when exists (
            select from game_explained e where e.member_id = of_member and e.is_open and slot_unexplained(e.slot_code, member_bound, 'infinity') > slot_bound
        ) then t.total::bigint
        else 0 end
    from (select coalesce(sum(o.open_sum), 0) as total from game_explained o where o.member_id = of_member and o.is_open) t
$$;

-- Returns whether a reported balance may be shown as the member's. Stores since when the balance is above the
-- explained sum.
-- +goose StatementBegin
create function is_believed(of_member bigint, of_slot text, units bigint, member_bound bigint, slot_bound bigint, at timestamptz)
returns boolean language plpgsql as $$
declare
    above numeric;
    first_seen timestamptz;
    reported timestamptz;
begin
    select units::numeric * s.units_for / s.units_of - greatest(e.explained, 0), e.above_at, f.read_at - make_interval(secs => s.lag)
    into above, first_seen, reported
    from slot s join game_explained e on e.slot_code = s.code and e.member_id = of_member left join game_feed f on f.slot_code = s.code
    where s.code = of_slot;
    if not found then
        return true;
    end if;
    if (above > member_bound) <> (first_seen is not null) then
        first_seen := case when above > member_bound then at end;
        update game_explained e set above_at = first_seen where e.member_id = of_member and e.slot_code = of_slot;
    end if;
    return above <= member_bound or (above <= slot_bound and coalesce(first_seen > reported, true));
end $$;
-- +goose StatementEnd
