-- +goose Up

-- Accounts below id 1000 are the house's. No transfer updates their rows (a
-- row that every transfer updates would queue them all behind it); the fold
-- job brings their balances up to date. From 1000 on, an account is a
-- member's, and its balance is always current.
--
-- House ids carry their currency: 1-499 BAHT, 500-999 LAK.
create table account (
    id       bigint primary key,
    kind     text not null,
    owner    bigint not null default 0, -- the member; 0 for the house
    currency text not null,
    balance  bigint not null default 0, -- hundredths
    floor    bigint not null default 0,
    constraint account_currency_known check (currency in ('BAHT', 'LAK')),
    constraint account_not_below_floor check (balance >= floor),
    constraint account_once unique (owner, kind, currency)
) with (fillfactor = 50);

create sequence account_member_id start 1000 owned by account.id;

-- One row a transfer: a single amount between two accounts cannot be
-- unbalanced. No foreign keys to account: they cost a third of the speed, and
-- the checks below with verify-ledger stand for them.
create table transfer (
    id           bigint generated always as identity primary key,
    key          uuid not null,
    kind         text not null,
    debit_id     bigint not null,
    credit_id    bigint not null,
    amount       bigint not null,
    currency     text not null,
    debit_after  bigint, -- running balance, members only
    credit_after bigint,
    resolves_id  bigint, -- the hold that this settles or voids
    tx           xid8 not null default pg_current_xact_id(),
    created_at   timestamptz not null default now(),
    constraint transfer_key_once unique (key),
    constraint transfer_amount_positive check (amount > 0),
    constraint transfer_two_accounts check (debit_id <> credit_id),
    -- Fails where a member's account is missing or of another currency: the
    -- one statement then found no row to update.
    constraint transfer_member_account check (
        (debit_id >= 1000) = (debit_after is not null) and (credit_id >= 1000) = (credit_after is not null)),
    constraint transfer_house_currency check (
        (debit_id >= 1000 or (debit_id >= 500) = (currency = 'LAK')) and
        (credit_id >= 1000 or (credit_id >= 500) = (currency = 'LAK')))
);
create index transfer_debit on transfer (debit_id, id);
create index transfer_credit on transfer (credit_id, id);
create unique index transfer_resolves_once on transfer (resolves_id) where resolves_id is not null;
create index transfer_tx on transfer (tx);

-- +goose StatementBegin
create function transfer_is_final() returns trigger language plpgsql as $$
begin
    raise exception 'transfers are append-only';
end $$;
-- +goose StatementEnd
create trigger transfer_append_only before update or delete on transfer
    for each row execute function transfer_is_final();
create trigger transfer_no_truncate before truncate on transfer
    for each statement execute function transfer_is_final();

-- All transfers whose transaction is older than this are in the house balances.
create table ledger_fold (
    only_row boolean primary key default true check (only_row),
    tx_below xid8 not null
);
insert into ledger_fold (tx_below) values ('0'::xid8);

insert into account (id, kind, currency, floor)
select n.id + c.base, n.kind, c.currency, -9000000000000000
from (values
    (1, 'bank_in'),              -- members' bank transfers to us
    (2, 'adjustments'),          -- corrections by two people
    (3, 'withdrawals_pending'),  -- suspense: held, not yet paid out
    (4, 'bank_out'),             -- paid out
    (5, 'returns_pending'),      -- suspense: money to give back
    (6, 'demo')                  -- where the demo seed's money comes from
) as n(id, kind)
cross join (values (0, 'BAHT'), (500, 'LAK')) as c(base, currency);

-- +goose Down
drop table ledger_fold;
drop table transfer;
drop function transfer_is_final;
drop table account;
