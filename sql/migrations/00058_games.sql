-- +goose Up

-- How far a slot's feed of plays was read. One server reads it at a time, until
-- busy_until at the latest.
create table game_feed (
    slot_code  text primary key,
    since      timestamptz not null,            -- where the feed begins for us
    cursor     text not null default '',
    -- What companies write late stands before the cursor: from time to time the
    -- feed is read again from the cursor of the time before last.
    mark       text not null default '',
    earlier    text not null default '',
    marked_at  timestamptz not null,
    read_at    timestamptz,                     -- all that was told until then was read
    busy_until timestamptz not null default '-infinity',
    -- The play that it stands at, since when, and its text.
    bad        text,
    raw        text,
    bad_at     timestamptz
);

-- What was counted of each play, for ever: by it a play counts once. Amounts are
-- hundredths of the wallet's currency. No foreign keys and no checks: see 00015.
create table game_play_key (
    slot_code text not null,
    play_id   text collate "C" not null,
    member_id bigint not null,
    revision  bigint not null,
    day       date not null,                    -- of Bangkok, of the bet
    bet       bigint not null,
    payout    bigint not null,
    valid     bigint not null,
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

-- Each revision that was counted, as the company told it, in hundredths of its own
-- unit. A chore makes a partition for each month of Bangkok and drops those that are
-- past their time; what finds none lies in game_play_rest until there is one.
create table game_play (
    slot_code text not null,
    play_id   text collate "C" not null,
    revision  bigint not null,
    member_id bigint not null,
    at        timestamptz not null,             -- of the bet, never in the future
    bet       bigint not null,
    payout    bigint not null,
    valid     bigint not null,
    taken_at  timestamptz not null
) partition by range (at);
create index game_play_member on game_play (member_id, at);
create table game_play_rest partition of game_play default;

-- What a member played in a slot on a day, for ever.
create table game_day (
    member_id bigint not null,
    slot_code text not null,
    day       date not null,
    plays     bigint not null,
    bet       bigint not null,
    payout    bigint not null,
    valid     bigint not null,
    version   bigint not null,
    primary key (member_id, slot_code, day)
);
create index game_day_version on game_day (version);

-- One row. Whoever adds to day sums takes its next version first, and so the versions
-- are in the order of the commits. Days until closed take nothing more.
create table game_book (
    version bigint not null,
    closed  date not null
);
insert into game_book values (0, (now() at time zone 'Asia/Bangkok')::date - 1);

-- Plays that are not counted, and why: nobody's (tried again), older than what is
-- kept, of another player than before, or larger than any amount.
create type game_aside_why as enum ('NO_ACCOUNT', 'OLD', 'OTHER_PLAYER', 'TOO_LARGE');
create table game_play_aside (
    slot_code text not null,
    play_id   text collate "C" not null,
    revision  bigint not null,
    why       game_aside_why not null,
    username  text not null,
    at        timestamptz not null,             -- as told
    bet       bigint not null,                  -- hundredths of the company's unit
    payout    bigint not null,
    valid     bigint not null,
    taken_at  timestamptz not null,
    primary key (slot_code, play_id, revision)
);
create index game_play_aside_name on game_play_aside (slot_code, username) where why = 'NO_ACCOUNT';

-- +goose Down
drop table game_play_aside;
drop type game_aside_why;
drop table game_book;
drop table game_day;
drop table game_play;
drop table game_play_key;
drop table game_feed;
