-- +goose Up

-- The last run of verify-ledger without findings, in one row. A check of the changed members starts here (package proof).
create table ledger_proof (
    only_row  boolean primary key default true check (only_row),
    tx_below  xid8 not null,     -- the transfers of all transactions below it are proven
    houses    bigint[] not null, -- the house accounts, and their balances from these transfers
    balances  bigint[] not null,
    plays     bigint not null,   -- the days of games are proven up to this version of game_book
    proven_at timestamptz not null
);
