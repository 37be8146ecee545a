-- +goose Up

-- The sums from which a member's coins follow. Each credit and each withdrawal updates the row, under the wallet's
-- lock. A periodic job follows the plays and posts the coins. Coins are posted for the smaller of mark and played.
create table coin_flow (
    member_id bigint primary key,
    currency  text not null,
    net       bigint not null default 0, -- deposits minus withdrawals since the beginning; below 0 for members who won
    mark      bigint not null default 0, -- the highest net so far
    counted   bigint not null default 0, -- the part of the smaller sum that has become coins
    coins     bigint not null default 0, -- coins posted in all
    played    bigint not null default 0  -- all valid stakes, by their slots' share
) with (fillfactor = 50);
create index coin_flow_due on coin_flow (currency, (least(mark, played) - counted));

-- The version of game_book up to which changed days of play were followed. One row.
create table spin_mark (plays bigint not null);
insert into spin_mark select version from game_book;

create type prize_kind as enum ('NOTHING', 'CREDIT', 'TURNOVER');

-- A prize that can be won. The value of a code never changes, because coupons are claimed by the code.
create table prize (
    currency text not null,
    code     text not null,
    kind     prize_kind not null,
    amount   bigint not null,
    times    integer not null, -- for TURNOVER: how many times the amount has to be played
    primary key (currency, code)
);

-- A wheel that two people have approved. A wheel never changes: another wheel replaces it.
create table wheel (
    id         bigint generated always as identity primary key,
    currency   text not null,
    definition jsonb not null,
    created_at timestamptz not null default now(),
    ended_at   timestamptz -- null: in force
);
create unique index wheel_open on wheel (currency) where ended_at is null;

-- The seed from which a member's spins are drawn. It is revealed when no spin is drawn from it any more.
create table spin_seed (
    id          uuid primary key,
    member_id   bigint not null,
    wheel_id    bigint not null references wheel (id),
    sealed      bytea,              -- the server's seed, encrypted; null once it is revealed
    seed        bytea,              -- the server's seed, once it is revealed
    hash        bytea not null,     -- SHA-256 of the server's seed
    commitment  bytea not null,     -- binds that hash and the wheel (docs/fair-wheel.md)
    client_seed text,               -- null before the first spin
    spins       integer not null default 0, -- number of spins, and the next nonce
    created_at  timestamptz not null,
    revealed_at timestamptz,
    constraint spin_seed_told check ((revealed_at is null) = (sealed is not null) and (revealed_at is null) = (seed is null))
);
create unique index spin_seed_live on spin_seed (member_id) where revealed_at is null;
create index spin_seed_member on spin_seed (member_id, created_at desc);
create index spin_seed_age on spin_seed (created_at) where revealed_at is null;

-- A spin of the wheel.
create table spin (
    id         uuid primary key,
    seed_id    uuid not null references spin_seed (id),
    nonce      integer not null, -- counts the seed's spins, without gaps
    round      integer not null, -- of the draw that was not rejected
    member_id  bigint not null,
    slice      text not null,    -- the drawn slice of the wheel
    key        uuid not null,    -- of the coin's transfer
    created_at timestamptz not null,
    constraint spin_nonce_once unique (seed_id, nonce)
);

-- A prize that a member won and may claim, with the value of that time. Its id is its spin's.
create table coupon (
    id         uuid primary key,
    member_id  bigint not null,
    currency   text not null,
    prize      text not null,    -- the prize's code
    name       jsonb not null,   -- {"th", "lo", "en"}
    slice      text not null,
    kind       prize_kind not null,
    amount     bigint not null,
    times      integer not null,
    won_at     timestamptz not null,
    expires_at timestamptz not null,
    claimed_at timestamptz,
    key        uuid,             -- of the transfer into the wallet
    large      boolean not null, -- an operator has to see it
    seen_at    timestamptz,      -- when an operator has seen it
    seen_by    bigint,
    version    bigint not null,
    constraint coupon_claimed check ((claimed_at is null) = (key is null))
);
create index coupon_member on coupon (member_id, version);
create index coupon_open on coupon (member_id, prize, expires_at) where claimed_at is null;
create index coupon_large on coupon (won_at) where large and seen_at is null;
