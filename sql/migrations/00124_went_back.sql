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

alter table withdrawal
    -- A walk found it at the provider, and our book had lost it. Until somebody or something has told whose
    -- it is, its hold stands and the member's other payouts wait.
    add restored_at timestamptz,
    add attributed_at timestamptz,
    -- It is to be voided as soon as the provider was asked twice and knows it not; what its line says then, and
    -- who wants it.
    add void_at timestamptz,
    add void_note text not null default '',
    add constraint withdrawal_attributed check (attributed_at is null or restored_at is not null),
    add constraint withdrawal_void check ((void_at is null) = (void_note = ''));
-- A member's withdrawals under way are few.
create index withdrawal_of_member on withdrawal (member_id) where done_at is null;

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

-- Our book has gone back since: the seed may have drawn what it does not know of, so it is over.
alter table spin_seed add went_back boolean not null default false;

-- Returns how much of a member's wallet pays back what the house has lent them, at once. While a bonus is
-- active nothing does: the wallet holds the bonus, too, and no withdrawal leaves it.
create function repayable(of_member bigint) returns bigint language sql stable as $$
    select least(a.balance, coalesce((select sum(v.left_over) from advance v where v.member_id = a.owner and v.done_at is null), 0))::bigint
    from account a
    where a.owner = of_member and a.role = 'wallet'
        and not exists (select from bonus_taken b where b.member_id = a.owner and b.ended_at is null)
$$;
