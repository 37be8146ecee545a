-- +goose Up

-- The daily sweep looks at the answers of one quarter only, however many keys
-- there are. Keys come in the order of their time, so a block range tells.
create index idempotency_age on idempotency using brin (created_at);

-- +goose Down
drop index idempotency_age;
