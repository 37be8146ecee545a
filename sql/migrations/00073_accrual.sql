-- +goose Up

-- What a day pays a member at most, where their money is kip. A day that has begun has
-- the cap of baht by 500.
alter table accrual_terms add column most_kip bigint;
update accrual_terms set most_kip = most * 500;
alter table accrual_terms alter column most_kip set not null;

-- +goose Down
alter table accrual_terms drop column most_kip;
