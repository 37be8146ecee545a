-- +goose Up

-- Whether payouts and game transfers are paused, in one row. They are paused after our database has lost changes:
-- nothing may be sent until our ledger was compared with the providers' records.
create table payout_wait (
    only_row  boolean primary key default true check (only_row),
    since     timestamptz,              -- null: not paused
    reason    text not null default '',
    lost_from timestamptz,              -- our ledger lacks nothing from before this time
    constraint payout_wait_whole check ((since is null) = (reason = '') and (since is null) = (lost_from is null))
);
insert into payout_wait default values;
