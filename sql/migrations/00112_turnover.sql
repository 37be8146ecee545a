-- +goose Up

create type turnover_source as enum ('deposit', 'coupon');

-- A requirement: what a member has to play before the next withdrawal, because of a deposit or a coupon.
-- A play counts towards the oldest requirement that was open at the time of its bet.
create table turnover (
    id         bigint generated always as identity primary key,
    member_id  bigint not null,
    source     turnover_source not null,
    ref        uuid not null,              -- the key of the deposit's transfer, or the coupon's id
    needed     bigint not null,            -- hundredths of valid stakes
    base       bigint not null default 0,  -- played before counted_at; fixed, because plays are not kept for ever
    counted_at timestamptz not null,
    played     bigint not null default 0,  -- base plus the plays since counted_at
    created_at timestamptz not null,
    met_at     timestamptz,
    lifted     boolean not null default false, -- met because nothing was left to play with
    -- False until this requirement and all that were open at the same time are met. They are counted
    -- together, so that no play counts twice.
    closed     boolean not null default false
);
create unique index turnover_ref on turnover (source, ref);
create index turnover_open on turnover (member_id, id) where not closed;

-- A member whose plays changed, and when to count them again.
create table turnover_look (
    member_id bigint primary key,
    look_at   timestamptz not null
);
create index turnover_look_due on turnover_look (look_at);

-- The version of game_book up to which changed days of play were followed. One row.
create table turnover_mark (plays bigint not null default 0);
insert into turnover_mark default values;

-- What a member has in a game, in hundredths of the wallet's currency. net is by our ledger: money in, minus money
-- out, plus the counted plays. said is the provider's last report. ever: money went in at some time.
create view member_game as
select a.member_id, a.slot_code, a.asked_at, a.stale, coalesce(m.ever, false) as ever,
    (coalesce(m.net, 0) + coalesce(p.net, 0) + coalesce(e.net, 0))::bigint as net, (a.units * s.units_for / s.units_of)::bigint as said
from game_account a join slot s on s.code = a.slot_code
left join (
    select g.member_id, g.code, sum(g.amount) as net, bool_or(g.amount > 0) as ever from (
        select l.member_id, l.to_code as code, l.amount from statement_line l where l.type = 'transfer' and l.status = 'SUCCESS' and l.to_kind = 'game'
        union all
        select l.member_id, l.from_code, -l.amount from statement_line l where l.type = 'transfer' and l.status = 'SUCCESS' and l.from_kind = 'game'
    ) as g group by g.member_id, g.code
) as m on m.member_id = a.member_id and m.code = a.slot_code
left join (
    select d.member_id, d.slot_code, sum(d.payout - d.bet) as net from game_day d group by d.member_id, d.slot_code
) as p on p.member_id = a.member_id and p.slot_code = a.slot_code
left join ( -- what a provider did after it had refused
    select f.member_id, f.slot_code, sum(case when l.into_game then t.amount else -t.amount end) as net
    from game_late f join game_leg l on l.id = f.leg_id join game_transfer t on t.id = l.transfer_id group by f.member_id, f.slot_code
) as e on e.member_id = a.member_id and e.slot_code = a.slot_code;

-- Returns all money of a member: in the wallet, in transfers into games, and in games. A difference between our
-- ledger and the provider's report counts as the member's.
create function member_total(of_member bigint) returns bigint language sql stable as $$
    select coalesce((select balance from account where owner = of_member and role = 'wallet'), 0)
        + coalesce((select sum(amount) from game_transfer where member_id = of_member and done_at is null and from_slot is null), 0)::bigint
        + coalesce((select sum(greatest(net, said, 0)) from member_game where member_id = of_member), 0)::bigint
$$;

-- Returns the same by our ledger only. A provider's report may be older than the last plays, and money that was lost
-- since must not count as the member's own.
create function member_own(of_member bigint) returns bigint language sql stable as $$
    select coalesce((select balance from account where owner = of_member and role = 'wallet'), 0)
        + coalesce((select sum(amount) from game_transfer where member_id = of_member and done_at is null and from_slot is null), 0)::bigint
        + coalesce((select sum(greatest(net, 0)) from member_game where member_id = of_member), 0)::bigint
$$;
