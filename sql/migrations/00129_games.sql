-- +goose Up

-- A game transfer that our ledger has lost. It was found in the game's balance, and the provider does not know this
-- row's id. It waits for two people or for plays, and does not count as in progress.
alter table game_transfer add found_at timestamptz;
create index game_transfer_found on game_transfer (created_at) where done_at is null and found_at is not null;

-- An account's balance that was compared with its explained sum after our database lost changes. Amounts are hundredths
-- of the wallet's currency.
create table game_compared (
    member_id   bigint not null,
    slot_code   text not null,
    at          timestamptz not null,
    differs     bigint not null, -- the balance minus the explained sum
    net         bigint not null, -- of the plays that were reported by then
    transfer_id uuid,            -- the lost transfer that was found by it
    looked_at   timestamptz,     -- when it was checked again, after all plays up to the comparison were reported
    primary key (member_id, slot_code)
);
create index game_compared_open on game_compared (slot_code, at) where looked_at is null and differs <> 0;

-- Returns since when an account's balance has to be compared because our database had lost changes; null if it need not
-- be compared. Without a slot, returns it for any account of the member. A lost call has arrived one minute after the
-- pause began. Ten days after that nothing is compared any more.
create function uncompared(of_member bigint, of_slot text, now timestamptz) returns timestamptz language sql stable as $$
    select min(went.back) from (
        select coalesce(w.since, w.ended_since) + interval '1 minute' as back from payout_wait w where coalesce(w.since, w.ended_at) > now - interval '10 days'
    ) went
    join game_account a on a.member_id = of_member and a.state = 'ACTIVE' and a.opened_at < went.back and (of_slot is null or a.slot_code = of_slot)
    where not exists (select from game_compared c where c.member_id = a.member_id and c.slot_code = a.slot_code and c.at >= went.back)
$$;

-- Replaces the function: a found transfer does not count as in progress.
create or replace function is_moving(of_member bigint, of_slot text) returns boolean language sql stable as $$
    select exists (
        select from game_transfer t join game_leg l on l.transfer_id = t.id and l.n = t.leg
        where t.member_id = of_member and t.done_at is null and t.found_at is null and l.slot_code = of_slot and l.sends > 0 and l.ended is null)
$$;

-- Adds a found transfer into a game to a member's sums. Unlike other money in, it also explains a sum below 0, because it
-- went in before that money came out.
create function reckon_found(of_member bigint, of_slot text, came_in bigint, at timestamptz) returns void language sql as $$
    update game_explained e set moved_in = e.moved_in + came_in, explained = e.explained + came_in,
        unexplained_at = case when e.unexplained > 0 or e.explained + came_in < 0 then coalesce(e.unexplained_at, at) end
    where e.member_id = of_member and e.slot_code = of_slot
$$;

-- Returns whether a statement line belongs to a found transfer, whose money is already in the game.
create function is_found(line uuid) returns boolean language sql stable as $$
    select exists (select from game_transfer t where t.id = line and t.found_at is not null)
$$;
