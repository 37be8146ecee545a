-- +goose Up

-- Now of care: money_day, deposit_limit. Days and limits of deposits were the cashier's.
select 1;

-- +goose Down
select 1;
