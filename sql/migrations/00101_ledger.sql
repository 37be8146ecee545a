-- +goose Up

-- One account of the ledger. Ids below 1000 are house accounts: 1-499 in BAHT, 500-999 in LAK.
-- No transfer updates their rows, since transfers would queue for such a row; the fold job
-- brings their balances up to date. From id 1000 on an account is a member's, and its balance
-- is always current.
--
-- Invariants refer to roles, so a new kind of account is proved from its first day:
--   wallet    a member's own money: each transfer that touches it has one statement line
--   points    a member's claims that are not money yet: coins, and received refunds
--   house     the other side of money that came in or went out
--   suspense  holds, until they are settled or voided
create table account (
    id       bigint primary key,
    kind     text not null,             -- wallet, bank_in, provider:<slot>, ...
    owner    bigint not null default 0, -- the member; 0 for a house account
    currency text not null,
    balance  bigint not null default 0, -- hundredths; whole coins for COIN
    floor    bigint not null default 0, -- the balance never falls below it
    role     text not null,
    constraint account_currency_known check (currency in ('BAHT', 'LAK', 'COIN')),
    constraint account_not_below_floor check (balance >= floor),
    constraint account_once unique (owner, kind, currency),
    constraint account_role_known check (role in ('wallet', 'points', 'house', 'suspense')),
    constraint account_role_place check ((role in ('house', 'suspense')) = (id < 1000))
) with (fillfactor = 50);
-- A member has one wallet, in the currency of the registration.
create unique index account_one_wallet on account (owner) where role = 'wallet';

create sequence account_member_id start 1000 owned by account.id;

-- One movement of an amount between two accounts, so it is always balanced. No foreign keys to account,
-- because they cost a third of the speed. The checks below and verify-ledger replace them.
create table transfer (
    id           bigint generated always as identity primary key,
    key          uuid not null,   -- derived from the intent, so that a repeat posts nothing
    kind         text not null,   -- deposit, hold, settle, void, reward, ...
    debit_id     bigint not null, -- the account that pays
    credit_id    bigint not null, -- the account that receives
    amount       bigint not null,
    currency     text not null,
    debit_after  bigint,          -- the balance after the transfer; members' accounts only
    credit_after bigint,
    resolves_id  bigint,          -- the hold that this transfer settles or voids
    tx           xid8 not null default pg_current_xact_id(), -- by which the fold selects transfers
    created_at   timestamptz not null default now(),
    constraint transfer_key_once unique (key),
    constraint transfer_amount_positive check (amount > 0),
    constraint transfer_two_accounts check (debit_id <> credit_id),
    -- Fails if a member's account is missing or has another currency, because the statement that moves
    -- money then found no row to update.
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

-- The progress of the fold, in one row: the balances of house accounts contain all transfers of
-- transactions below tx_below.
create table ledger_fold (
    only_row boolean primary key default true check (only_row),
    tx_below xid8 not null
);
insert into ledger_fold (tx_below) values ('0'::xid8);

-- The house accounts, each as n for BAHT and n + 500 for LAK (package ledger, account.go). Slots
-- open theirs from 100 on.
insert into account (id, kind, role, currency, floor)
select n.id + c.base, n.kind, n.role, c.currency, -9000000000000000
from (values
    (1, 'bank_in', 'house'),                -- bank transfers from members
    (2, 'adjustments', 'house'),            -- corrections by two people
    (3, 'withdrawals_pending', 'suspense'), -- held, not yet paid out
    (4, 'bank_out', 'house'),               -- paid out
    (5, 'returns_pending', 'suspense'),     -- money that must be returned
    (6, 'demo', 'house'),                   -- source of the demo seed's money
    -- One for each QR gateway and for gifts, so that each can be compared with the provider's records.
    (7, 'qr_kbank', 'house'),
    (8, 'qr_ww', 'house'),
    (9, 'qr_paytimz', 'house'),
    (10, 'qr_payonex', 'house'),
    (11, 'qr_zpay', 'house'),
    (12, 'truemoney', 'house'),
    (13, 'returned', 'house'),              -- returned to the payer
    (14, 'disputes', 'house'),              -- what a game provider did against its response, until a
                                            -- person has settled it with the provider
    -- Rewards are paid from these.
    (15, 'bonus', 'house'),
    (16, 'promotion', 'house'),
    (17, 'invite', 'house'),
    (18, 'refund', 'house'),
    (19, 'luckydraw', 'house')
) as n(id, kind, role)
cross join (values (0, 'BAHT'), (500, 'LAK')) as c(base, currency);

-- The source of coins, and the account to which spins pay them. Coins are a separate currency.
insert into account (id, kind, role, currency, floor) values (20, 'coins', 'house', 'COIN', -9000000000000000);
