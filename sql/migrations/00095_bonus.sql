-- +goose Up

-- An offer as operators have written it: a bonus, which a deposit brings, or a promotion, which
-- a code brings once a person. Percent, multiples and shares are hundredths: 5000 is 50 percent,
-- 500 is five times.
create table offer (
    kind         bonus_kind not null,
    code         text not null check (code ~ '^[A-Z0-9]{2,20}$'),
    position     integer not null default 0,
    listed       boolean not null default true,
    currency     text not null check (currency in ('BAHT', 'LAK')),
    type         bonus_count not null default 'limit', -- what received ones are counted over
    max_received integer not null default 1 check (max_received > 0),
    percent      integer not null default 0 check (percent >= 0), -- of one deposit, up to most; or
    amount       bigint not null default 0 check (amount >= 0),   -- fixed
    most         bigint not null default 0 check (most >= 0),     -- 0 is no cap
    minimum      bigint not null default 0,                       -- of the deposit
    times        integer not null check (times >= 0),
    percent_fail integer not null check (percent_fail between 0 and 100), -- whole percents, as the wire has them
    quantity     integer check (quantity > 0),                    -- for all members; null is without end
    taken        integer not null default 0,
    until        timestamptz,                                     -- of a promotion; null is without end
    name         jsonb not null,                                  -- {"th", "lo", "en"}
    description  jsonb not null default '{}',                     -- of a promotion: {"th", "lo", "en"}
    banners      jsonb not null default '[]',                     -- of a bonus: [{"image", "html": {"th", "lo", "en"}}]
    edition      bigint not null default 1,                       -- of these terms
    primary key (kind, code),
    check ((percent > 0) <> (amount > 0)),
    check (case kind when 'bonus' then minimum > 0 and until is null else minimum = 0 and percent = 0 and type = 'limit' and max_received = 1 end)
);
insert into offer (kind, code, position, listed, currency, type, max_received, percent, amount, most, minimum, times, percent_fail, quantity, taken, name, banners, edition)
select 'bonus', code, position, listed, currency, type, max_received, percent, amount, most, minimum, times, percent_fail, quantity, taken, name, banners, edition from bonus;
insert into offer (kind, code, listed, currency, amount, times, percent_fail, quantity, taken, until, name, description, edition)
select 'promotion', code, listed, currency, amount, times, percent_fail, quantity, taken, until, name, description, edition from promotion;
drop table bonus;
drop table promotion;

-- +goose Down
create table bonus (
    code         text primary key check (code ~ '^[A-Z0-9]{2,20}$'),
    position     integer not null,
    listed       boolean not null default true,
    currency     text not null check (currency in ('BAHT', 'LAK')),
    type         bonus_count not null,
    max_received integer not null check (max_received > 0),
    percent      integer not null default 0 check (percent >= 0),
    amount       bigint not null default 0 check (amount >= 0),
    most         bigint not null default 0 check (most >= 0),
    minimum      bigint not null check (minimum > 0),
    times        integer not null check (times >= 0),
    percent_fail integer not null check (percent_fail between 0 and 100),
    quantity     integer check (quantity > 0),
    taken        integer not null default 0,
    name         jsonb not null,
    banners      jsonb not null,
    edition      bigint not null default 1,
    check ((percent > 0) <> (amount > 0))
);
create table promotion (
    code         text primary key check (code ~ '^[A-Z0-9]{2,20}$'),
    listed       boolean not null default true,
    currency     text not null check (currency in ('BAHT', 'LAK')),
    amount       bigint not null check (amount > 0),
    times        integer not null check (times >= 0),
    percent_fail integer not null check (percent_fail between 0 and 100),
    quantity     integer check (quantity > 0),
    taken        integer not null default 0,
    until        timestamptz,
    name         jsonb not null,
    description  jsonb not null,
    edition      bigint not null default 1
);
insert into bonus (code, position, listed, currency, type, max_received, percent, amount, most, minimum, times, percent_fail, quantity, taken, name, banners, edition)
select code, position, listed, currency, type, max_received, percent, amount, most, minimum, times, percent_fail, quantity, taken, name, banners, edition from offer where kind = 'bonus';
insert into promotion (code, listed, currency, amount, times, percent_fail, quantity, taken, until, name, description, edition)
select code, listed, currency, amount, times, percent_fail, quantity, taken, until, name, description, edition from offer where kind = 'promotion';
drop table offer;
