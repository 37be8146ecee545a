-- +goose Up

-- The last loss of changes, after its pause of payouts has ended. For a day, an older withdrawal is voided only after
-- the provider was queried. For ten days, a payout that our ledger lost is held in its member's wallet.
alter table payout_wait
    add ended_at timestamptz,
    add ended_lost_from timestamptz,
    add constraint payout_wait_ended check ((ended_at is null) = (ended_lost_from is null));

-- A comparison of our ledger with the providers' records.
create table walk (
    id          bigint generated always as identity primary key,
    why         text not null,                  -- WAIT, LATE, NIGHT, COMMAND
    since       timestamptz not null,           -- how far back it went
    began_at    timestamptz not null,
    ended_at    timestamptz,                    -- null while it runs, or if it was killed
    unknown     integer not null default 0,     -- number of payments whose outcome could not be found out
    differences integer not null default 0,
    mended      integer not null default 0,
    waits       text not null default ''        -- why payouts are still paused
);
create index walk_began on walk (began_at);

-- An advance: what the house account "claims" has lent a member so that a lost payout can be held in full. The member's
-- next money repays it before any money leaves the wallet.
create table advance (
    id            uuid primary key, -- the withdrawal's
    member_id     bigint not null,
    currency      text not null,
    amount        bigint not null,
    left_over     bigint not null,  -- not repaid yet, in hundredths
    made_at       timestamptz not null,
    done_at       timestamptz,
    constraint advance_left check (left_over between 0 and amount and (left_over = 0) = (done_at is not null))
);
create index advance_open on advance (member_id) where done_at is null;

alter type place_kind add value 'advance';

insert into account (id, kind, role, currency, floor)
values (21, 'claims', 'house', 'BAHT', -9000000000000000), (521, 'claims', 'house', 'LAK', -9000000000000000);

-- Returns how much of a member's wallet repays the member's advances now. While a bonus is active it is 0, because the
-- wallet also contains the bonus, and no withdrawal is possible.
create function repayable(of_member bigint) returns bigint language sql stable as $$
    select least(a.balance, coalesce((select sum(v.left_over) from advance v where v.member_id = a.owner and v.done_at is null), 0))::bigint
    from account a
    where a.owner = of_member and a.role = 'wallet'
        and not exists (select from bonus_taken b where b.member_id = a.owner and b.ended_at is null)
$$;
