-- +goose Up
-- A provider's statements are compared with each other (package games, "What explains a balance").

-- How long a provider's plays may take to reach its feed, in seconds; and whether money out of the slot is paused
-- because its members took out too much that no play explains.
alter table slot add column lag integer not null default 600 check (lag between 60 and 86400);
alter table slot add column held_out boolean not null default false;

-- What explains a member's money in a slot. Amounts are hundredths of the wallet's currency. Updated by reckon() and
-- start_explained() only. At all times: explained - unexplained = start + moved_in - moved_out + net + settled.
create table game_explained (
    member_id      bigint not null,
    slot_code      text not null,
    since          timestamptz,               -- bets before are part of start; null if the account began at 0
    start          bigint not null default 0,
    moved_in       bigint not null default 0, -- from the send of a call until the provider refuses it
    moved_out      bigint not null default 0,
    net            bigint not null default 0, -- payouts less bets of the plays that count
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

-- Finds what a member has taken out of a slot of late.
create index game_transfer_out on game_transfer (member_id, from_slot, created_at) where from_slot is not null;

-- An account begins at its last known balance, what is on its way, and the plays that were counted since that balance.
insert into game_explained (member_id, slot_code, since, start, explained)
select b.member_id, b.slot_code, now(), b.start, b.start
from (
    select a.member_id, a.slot_code, (
        a.units * s.units_for / s.units_of
        + coalesce((
            select sum(t.amount) from game_transfer t join game_leg l on l.transfer_id = t.id and l.n = t.leg
            where t.member_id = a.member_id and t.done_at is null and l.slot_code = a.slot_code and l.sends > 0), 0)
        + coalesce((
            select sum(k.payout - case when p.at >= a.asked_at then k.bet else 0 end)
            from (
                select r.play_id, min(r.at) as at from game_play r
                where r.member_id = a.member_id and r.slot_code = a.slot_code and r.taken_at > a.asked_at group by r.play_id
            ) p join game_play_key k on k.slot_code = a.slot_code and k.play_id = p.play_id), 0)
    )::bigint as start
    from game_account a join slot s on s.code = a.slot_code
) b;

-- Unexplained sums that two people have accepted, or booked back from the wallet to the slot. The id is the proposal's.
create table game_settled (
    id         uuid primary key,
    member_id  bigint not null,
    slot_code  text not null,
    amount     bigint not null,
    booked_id  bigint,                        -- the transfer out of the wallet; null if the sum was accepted
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

-- What a slot's members have taken out that nothing explains, each counted with at most the member's bound.
create function slot_unexplained(of_slot text, member_bound bigint, before timestamptz) returns bigint language sql stable as $$
    select coalesce(sum(least(e.open_sum, member_bound)), 0)::bigint from game_explained e
    where e.slot_code = of_slot and e.is_open and e.unexplained_at <= before
$$;

-- The unexplained sum that a member's wallet has to keep: 0 while the sum is within the bounds.
create function unexplained_win(of_member bigint, member_bound bigint, slot_bound bigint) returns bigint language sql stable as $$
    select case
        when t.total > member_bound then least(t.total, 9000000000000000)::bigint
        when exists (
            select from game_explained e where e.member_id = of_member and e.is_open and slot_unexplained(e.slot_code, member_bound, 'infinity') > slot_bound
        ) then t.total::bigint
        else 0 end
    from (select coalesce(sum(o.open_sum), 0) as total from game_explained o where o.member_id = of_member and o.is_open) t
$$;

-- Whether a reported balance may be shown as the member's; notes since when the balance is above what is explained.
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

-- Plays that are kept aside: a bet above what the member can have had, and a credit without a play. Two people count
-- one; one person dismisses one.
alter type game_aside_why add value 'ABOVE_FUNDS';
alter type game_aside_why add value 'CREDIT';
alter table game_play_aside add column item bigint not null generated always as identity;
alter table game_play_aside add column credit boolean not null default false; -- paid without a play
alter table game_play_aside add column dismissed_at timestamptz;
alter table game_play_aside add column dismissed_by bigint;

-- +goose Down
alter table game_play_aside drop column dismissed_by;
alter table game_play_aside drop column dismissed_at;
alter table game_play_aside drop column credit;
alter table game_play_aside drop column item;
delete from game_play_aside where why::text in ('ABOVE_FUNDS', 'CREDIT');
drop index game_play_aside_name;
alter table game_play_aside alter column why type text;
drop type game_aside_why;
create type game_aside_why as enum ('NO_ACCOUNT', 'OLD', 'OTHER_PLAYER', 'TOO_LARGE');
alter table game_play_aside alter column why type game_aside_why using why::game_aside_why;
create index game_play_aside_name on game_play_aside (slot_code, username) where why = 'NO_ACCOUNT';
drop function is_believed;
drop function unexplained_win;
drop function slot_unexplained;
drop function reckon;
drop index game_transfer_out;
drop table game_settled;
drop table game_explained;
alter table slot drop column held_out;
alter table slot drop column lag;
