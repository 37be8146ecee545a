-- +goose Up

-- How a gateway does what it is asked, each of its two parts apart; see the states
-- in package qr. A row is there from the first trouble on.
create table qr_health (
    provider     text not null,
    part         text not null check (part in ('MAKE', 'ASK')),
    members      bigint[] not null default '{}', -- whom it has failed since, each once
    since        timestamptz, -- the first of these failures
    rests        integer not null default 0, -- in a row: each is twice as long as the one before
    rest_until   timestamptz, -- null: well
    good         integer not null default 0, -- what it did well on trial
    recovered_at timestamptz,
    primary key (provider, part)
);

-- +goose Down
drop table qr_health;
