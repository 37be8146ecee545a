-- +goose Up

-- Set when a session comes back after a long pause: money commands then ask
-- for the password again.
alter table session add column confirm_needed boolean not null default false;

-- +goose Down
alter table session drop column confirm_needed;
