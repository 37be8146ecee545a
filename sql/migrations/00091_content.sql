-- +goose Up
-- The PromptPay proxies of an account of ours, as digits: a phone, a tax id or an e-wallet. A slip may show one instead
-- of the account.
alter table deposit_account add column proxies text[] not null default '{}';

-- +goose Down
alter table deposit_account drop column proxies;
