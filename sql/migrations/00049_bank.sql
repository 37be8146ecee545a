-- +goose Up

-- Now of bank: announcement, deposit_claim, bank_feed, slip. What comes by bank was the cashier's.
select 1;

-- +goose Down
select 1;
