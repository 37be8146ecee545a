-- +goose Up

-- A bonus as operators have written it. Percent, multiples and shares are hundredths:
-- 5000 is 50 percent, 500 is five times. Either percent of one deposit, up to most, or
-- a fixed amount.
create type bonus_count as enum ('limit', 'day', 'week');
create table bonus (
    code         text primary key check (code ~ '^[A-Z0-9]{2,20}$'),
    position     integer not null,
    listed       boolean not null default true,
    currency     text not null check (currency in ('BAHT', 'LAK')),
    type         bonus_count not null,          -- what received ones are counted over
    max_received integer not null check (max_received > 0),
    percent      integer not null default 0 check (percent >= 0),
    amount       bigint not null default 0 check (amount >= 0),
    most         bigint not null default 0 check (most >= 0), -- of a percentage; 0 is no cap
    minimum      bigint not null check (minimum > 0),         -- of the deposit
    times        integer not null check (times >= 0),
    percent_fail integer not null check (percent_fail between 0 and 100), -- whole percents, as the wire has them
    quantity     integer check (quantity > 0),  -- for all members; null is without end
    taken        integer not null default 0,
    name         jsonb not null,                -- {"th", "lo", "en"}
    banners      jsonb not null,                -- [{"image", "html": {"th", "lo", "en"}}]
    edition      bigint not null default 1,     -- of these terms
    check ((percent > 0) <> (amount > 0))
);

-- A promotion is had by its code, once a member.
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

-- What a member has taken, with the terms as they were. Its id is its statement line's.
create type bonus_kind as enum ('bonus', 'promotion');
create type bonus_end as enum ('TURNOVER', 'FAIL', 'CLEAR', 'EXCLUSION', 'PERSON');
create table bonus_taken (
    id           uuid primary key,
    member_id    bigint not null,
    kind         bonus_kind not null,
    code         text not null,
    name         text not null,                 -- as the member read it
    currency     text not null,
    amount       bigint not null,
    deposit_id   bigint,                        -- the transfer that credited it; null of a promotion
    deposit      bigint not null,
    own          bigint not null,               -- what the member had before: wallet, games, on the way
    needed       bigint not null,               -- to play
    percent_fail integer not null,
    fail_at      bigint not null,               -- at or below this total it ends
    transfer_id  bigint not null,
    created_at   timestamptz not null,
    -- Played up to counted_at is base, and fixed: raw plays are not kept for ever.
    base         bigint not null default 0,
    counted_at   timestamptz not null,
    played       bigint not null default 0,
    look_at      timestamptz,                   -- something has changed: look then
    looked_at    timestamptz not null,
    doubt_at     timestamptz,                   -- since then the end cannot be judged
    closing_at   timestamptz,                   -- since then it is to end, by an exclusion
    ended_at     timestamptz,
    ended_by     bonus_end,
    decided_by   bigint,
    taken_back   bigint not null default 0,
    back_id      bigint,                        -- the transfer of what was taken back
    end_line     uuid,
    version      bigint not null                -- of the member's synced data
);
-- One is active, and a deposit backs one, whatever is tried at once.
create unique index bonus_taken_active on bonus_taken (member_id) where ended_at is null;
create unique index bonus_taken_deposit on bonus_taken (deposit_id) where deposit_id is not null;
create unique index bonus_taken_promotion on bonus_taken (member_id, code) where kind = 'promotion';
create index bonus_taken_member on bonus_taken (member_id, created_at);
create index bonus_taken_look on bonus_taken (look_at) where ended_at is null;

-- Deposits that lie whole in the wallet and back no bonus yet: nothing was taken out of
-- the wallet since, brought back from a game, moved between games, or played.
create view bonus_deposit as
select d.* from (
    select l.member_id, t.id as deposit_id, t.amount, t.credit_id as wallet_id, l.created_at as announced_at, greatest(t.created_at, l.created_at) as credited_at
    from statement_line l join transfer t on t.id = l.transfer_id join account w on w.id = t.credit_id
    where l.type = 'deposit' and l.status = 'SUCCESS' and t.kind = 'deposit' and t.amount <= w.balance
) as d
where not exists (select from bonus_taken b where b.deposit_id = d.deposit_id)
  and not exists (
    select from transfer o where o.debit_id = d.wallet_id and o.id > d.deposit_id
      and not exists (select from transfer v where v.resolves_id = o.id and v.kind = 'void'))
  and not exists (
    select from transfer o join account a on a.id = o.debit_id where o.credit_id = d.wallet_id and o.id > d.deposit_id and a.kind like 'provider:%')
  and not exists (
    select from statement_line m where m.member_id = d.member_id and m.created_at > d.credited_at and m.type = 'transfer' and m.status <> 'FAILED'
      and m.from_kind = 'game' and m.to_kind = 'game')
  and not exists (select from game_play p where p.member_id = d.member_id and p.at >= date_trunc('second', d.credited_at));

-- How far plays and exclusions were followed. One row.
create table bonus_mark (
    plays     bigint not null default 0,
    exclusion bigint not null default 0
);
insert into bonus_mark default values;

-- +goose Down
drop table bonus_mark;
drop view bonus_deposit;
drop table bonus_taken;
drop type bonus_end;
drop type bonus_kind;
drop table promotion;
drop table bonus;
drop type bonus_count;
