-- +goose Up

-- Digital wallets of ours: members pay into an AUTO one, and send gift links to
-- the other kind.
create table deposit_wallet (
    id           bigint generated always as identity primary key,
    account_name text not null unique,
    mobile       text not null,
    mode         text not null check (mode in ('AUTO', 'gift')),
    open         boolean not null default true,
    position     integer not null default 0
);
create trigger deposit_wallet_changed after insert or update or delete on deposit_wallet
    for each statement execute function lookup_changed('deposit');

-- +goose Down
drop table deposit_wallet;
