-- +goose Up

-- When the wait had begun that ended last.
alter table payout_wait add ended_since timestamptz;
