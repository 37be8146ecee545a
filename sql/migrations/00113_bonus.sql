-- +goose Up

create type bonus_count as enum ('limit', 'day', 'week');
create type bonus_kind as enum ('bonus', 'promotion');

-- An offer as operators have written it. A bonus is taken for a deposit. A promotion is taken by a
-- code, once per person. Percent, multiples and shares are hundredths: 5000 is 50 percent,
-- 500 is five times.
create table offer (
    kind         bonus_kind not null,
    code         text not null check (code ~ '^[A-Z0-9]{2,20}$'),
    position     integer not null default 0,
    listed       boolean not null default true,
    currency     text not null check (currency in ('BAHT', 'LAK')),
    type         bonus_count not null default 'limit', -- the period in which received bonuses are counted
    max_received integer not null default 1 check (max_received > 0),
    percent      integer not null default 0 check (percent >= 0), -- of one deposit, up to most; or
    amount       bigint not null default 0 check (amount >= 0),   -- fixed
    most         bigint not null default 0 check (most >= 0),     -- 0: no maximum
    minimum      bigint not null default 0,                       -- of the deposit
    times        integer not null check (times >= 0),
    percent_fail integer not null check (percent_fail between 0 and 100), -- whole percents, as in the API
    quantity     integer check (quantity > 0),                    -- for all members; null: unlimited
    taken        integer not null default 0,                      -- counted if there is a quantity
    until        timestamptz,                                     -- of a promotion; null: no end
    name         jsonb not null,                                  -- {"th", "lo", "en"}
    description  jsonb not null default '{}',                     -- of a promotion: {"th", "lo", "en"}
    banners      jsonb not null default '[]',                     -- of a bonus: [{"image", "html": {"th", "lo", "en"}}]
    edition      bigint not null default 1,                       -- of these terms
    primary key (kind, code),
    check ((percent > 0) <> (amount > 0)),
    check (case kind when 'bonus' then minimum > 0 and until is null else minimum = 0 and percent = 0 and type = 'limit' and max_received = 1 end)
);

create type bonus_end as enum ('TURNOVER', 'FAIL', 'CLEAR', 'EXCLUSION', 'PERSON');

-- An offer that a member has taken, with the terms of that time. Its id is its statement line's.
create table bonus_taken (
    id           uuid primary key,
    member_id    bigint not null,
    kind         bonus_kind not null,
    code         text not null,
    name         text not null,           -- as the member read it
    currency     text not null,
    amount       bigint not null,
    deposit_id   bigint,                  -- the transfer that credited the deposit; null for a promotion
    deposit      bigint not null,         -- its amount
    own          bigint not null,         -- what the member had before: in the wallet, in games, in progress
    needed       bigint not null,         -- to play, in hundredths of valid stakes
    percent_fail integer not null,        -- whole percents
    fail_at      bigint not null,         -- the bonus ends at or below this total
    transfer_id  bigint not null,         -- the transfer of the amount
    created_at   timestamptz not null,
    base         bigint not null default 0, -- played before counted_at; fixed, because plays are not kept for ever
    counted_at   timestamptz not null,
    played       bigint not null default 0, -- base plus the plays since counted_at
    look_at      timestamptz,             -- when to check it again, after a change; null: nothing changed
    looked_at    timestamptz not null,    -- the last check
    doubt_at     timestamptz,             -- since when its end cannot be decided
    closing_at   timestamptz,             -- since when an exclusion is to end it
    ended_at     timestamptz,
    ended_by     bonus_end,
    decided_by   bigint,
    taken_back   bigint not null default 0,
    back_id      bigint,                  -- the transfer that took money back
    end_line     uuid,                    -- the statement line of the bonus's end
    version      bigint not null
);
-- A member has at most one active bonus, and a deposit backs at most one, also with concurrent requests.
create unique index bonus_taken_active on bonus_taken (member_id) where ended_at is null;
create unique index bonus_taken_deposit on bonus_taken (deposit_id) where deposit_id is not null;
create unique index bonus_taken_promotion on bonus_taken (member_id, code) where kind = 'promotion';
create index bonus_taken_member on bonus_taken (member_id, created_at);
create index bonus_taken_look on bonus_taken (look_at) where ended_at is null;

-- Deposits that are still complete in the wallet and back no bonus yet. Since the credit no money left the wallet, came
-- back from a game, moved between games, or was played.
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

-- The changes of other domains that were followed so far. One row.
create table bonus_mark (
    plays     bigint not null default 0, -- the version of game_book
    exclusion bigint not null default 0  -- the id of the last exclusion
);
insert into bonus_mark default values;
