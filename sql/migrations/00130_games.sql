-- +goose Up

-- Whether the provider had the account before we requested it. If our database lost changes, such an account may contain
-- money of transfers that were lost together with the account.
alter table game_account add existed boolean not null default false;

-- Replaces the function: an account that existed is compared although it was opened later.
create or replace function uncompared(of_member bigint, of_slot text, now timestamptz) returns timestamptz language sql stable as $$
    select min(went.back) from (
        select coalesce(w.since, w.ended_since) + interval '1 minute' as back from payout_wait w where coalesce(w.since, w.ended_at) > now - interval '10 days'
    ) went
    join game_account a on a.member_id = of_member and a.state = 'ACTIVE' and (a.opened_at < went.back or a.existed) and (of_slot is null or a.slot_code = of_slot)
    where not exists (select from game_compared c where c.member_id = a.member_id and c.slot_code = a.slot_code and c.at >= went.back)
$$;

-- blind: the provider could not be asked for the balance, so no play explains or changes anything.
alter table game_compared add blind boolean not null default false;

-- Balances that have to be checked again, even if they did not differ: plays from before the comparison were counted
-- after it.
drop index game_compared_open;
update game_compared set looked_at = at where looked_at is null and differs = 0;
create index game_compared_open on game_compared (slot_code, at) where looked_at is null;
