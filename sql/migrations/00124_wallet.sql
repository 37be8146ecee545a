-- +goose Up

-- What is known of the last time that our book went back, once its wait is over: for a day a withdrawal
-- of before is voided only after the provider was asked, and for ten days a payout that our book lost
-- is held in its member's wallet.
alter table payout_wait
    add ended_at timestamptz,
    add ended_lost_from timestamptz,
    add constraint payout_wait_ended check ((ended_at is null) = (ended_lost_from is null));

-- A comparison of our book with the providers', from its begin to its end.
create table walk (
    id          bigint generated always as identity primary key,
    why         text not null,                  -- WAIT, LATE, NIGHT, COMMAND
    since       timestamptz not null,           -- how far back it went
    began_at    timestamptz not null,
    ended_at    timestamptz,                    -- null while it runs, and of one that was killed
    unknown     integer not null default 0,     -- what could not be found out
    differences integer not null default 0,
    mended      integer not null default 0,
    waits       text not null default ''        -- why payouts wait still
);
create index walk_began on walk (began_at);

-- What the house has lent a member so that the hold of a lost payout is whole. The member's next money pays it
-- back before any of it leaves.
create table advance (
    id            uuid primary key, -- the withdrawal's
    member_id     bigint not null,
    currency      text not null,
    amount        bigint not null,
    left_over     bigint not null,  -- not paid back yet, in hundredths
    made_at       timestamptz not null,
    done_at       timestamptz,
    constraint advance_left check (left_over between 0 and amount and (left_over = 0) = (done_at is not null))
);
create index advance_open on advance (member_id) where done_at is null;

alter type place_kind add value 'advance';

insert into account (id, kind, role, currency, floor)
values (21, 'claims', 'house', 'BAHT', -9000000000000000), (521, 'claims', 'house', 'LAK', -9000000000000000);

-- Returns how much of a member's wallet pays back what the house has lent them, at once. While a bonus is
-- active nothing does: the wallet holds the bonus, too, and no withdrawal leaves it.
create function repayable(of_member bigint) returns bigint language sql stable as $$
    select least(a.balance, coalesce((select sum(v.left_over) from advance v where v.member_id = a.owner and v.done_at is null), 0))::bigint
    from account a
    where a.owner = of_member and a.role = 'wallet'
        and not exists (select from bonus_taken b where b.member_id = a.owner and b.ended_at is null)
$$;
