-- +goose Up

create type prize_kind as enum ('NOTHING', 'CREDIT', 'TURNOVER');

-- What can be won. A code stands for one value, for ever: coupons are claimed by it.
create table prize (
    currency text not null,
    code     text not null,
    kind     prize_kind not null,
    amount   bigint not null, -- hundredths
    times    integer not null, -- so often it is to be played, of TURNOVER
    primary key (currency, code)
);

-- A wheel as two people agreed on it. It is never changed: another one takes its place.
create table wheel (
    id         bigint generated always as identity primary key,
    currency   text not null,
    definition jsonb not null,
    created_at timestamptz not null default now(),
    ended_at   timestamptz
);
create unique index wheel_open on wheel (currency) where ended_at is null;

-- What a member's spins are drawn by. What was sealed is told once no spin is drawn by
-- it any more.
create table spin_seed (
    id          uuid primary key,
    member_id   bigint not null,
    wheel_id    bigint not null references wheel (id),
    sealed      bytea,
    seed        bytea,
    hash        bytea not null,
    commitment  bytea not null,
    client_seed text, -- null before the first spin
    spins       integer not null default 0, -- and the next nonce
    created_at  timestamptz not null,
    revealed_at timestamptz,
    constraint spin_seed_told check ((revealed_at is null) = (sealed is not null) and (revealed_at is null) = (seed is null))
);
create unique index spin_seed_live on spin_seed (member_id) where revealed_at is null;
create index spin_seed_member on spin_seed (member_id, created_at desc);
create index spin_seed_age on spin_seed (created_at) where revealed_at is null;

create table spin (
    id         uuid primary key,
    seed_id    uuid not null references spin_seed (id),
    nonce      integer not null,
    round      integer not null, -- of the draw that was not rejected
    member_id  bigint not null,
    slice      text not null,
    key        uuid not null, -- of the coin's transfer
    created_at timestamptz not null,
    constraint spin_nonce_once unique (seed_id, nonce)
);

-- A prize that is worth something, with its spin's id.
create table coupon (
    id         uuid primary key,
    member_id  bigint not null,
    currency   text not null,
    prize      text not null,
    name       jsonb not null, -- in three languages
    slice      text not null,
    kind       prize_kind not null,
    amount     bigint not null,
    times      integer not null,
    won_at     timestamptz not null,
    expires_at timestamptz not null,
    claimed_at timestamptz,
    key        uuid, -- of the transfer into the wallet
    large      boolean not null,
    seen_at    timestamptz, -- by people, of a large one
    seen_by    bigint,
    version    bigint not null, -- sync
    constraint coupon_claimed check ((claimed_at is null) = (key is null))
);
create index coupon_member on coupon (member_id, version);
create index coupon_open on coupon (member_id, prize, expires_at) where claimed_at is null;
create index coupon_large on coupon (won_at) where large and seen_at is null;

-- +goose Down
drop table coupon, spin, spin_seed, wheel, prize;
drop type prize_kind;
