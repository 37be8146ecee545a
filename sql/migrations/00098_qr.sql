-- +goose Up

-- How a gateway does; the rule is in package qr. A row is there from the first failure on.
drop table qr_health;
create table qr_health (
    provider   text primary key,
    members    bigint[] not null default '{}',      -- whom it failed lately, each once
    failed_at  timestamptz[] not null default '{}', -- when it failed each of them last
    rest_until timestamptz not null default 'epoch' -- the end of its last rest
);

-- +goose Down
drop table qr_health;
create table qr_health (
    provider     text not null,
    part         text not null check (part in ('MAKE', 'ASK')),
    members      bigint[] not null default '{}',
    since        timestamptz,
    rests        integer not null default 0,
    rest_until   timestamptz,
    good         integer not null default 0,
    recovered_at timestamptz,
    primary key (provider, part)
);
