-- +goose Up

-- Games' money waits with the payouts, so the floor below both holds the wait.
-- Now of wallet: payout_wait.

-- A walk of the books goes over the transfers of some days. They stand in the order
-- in which they were made, so that an index of blocks finds those days, and costs a
-- transfer next to nothing.
create index game_transfer_day on game_transfer using brin (created_at) with (pages_per_range = 16, autosummarize = on);

-- +goose Down
drop index game_transfer_day;
