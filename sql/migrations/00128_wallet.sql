-- +goose Up

-- When the last ended pause began.
alter table payout_wait add ended_since timestamptz;
