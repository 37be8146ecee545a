-- +goose Up

-- Whether payouts wait: our book has gone back in time, and nothing may be sent
-- until it was held against the company's.
create table payout_wait (
    only_row  boolean primary key default true check (only_row),
    since     timestamptz, -- null: they do not wait
    reason    text not null default '',
    lost_from timestamptz, -- nothing before this can be missing in our book
    constraint payout_wait_whole check ((since is null) = (reason = '') and (since is null) = (lost_from is null))
);
insert into payout_wait default values;

-- +goose Down
drop table payout_wait;
