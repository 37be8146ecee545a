-- +goose Up

-- When the password was last set by a code sent to the phone: whoever holds the
-- phone can do that, so the first withdrawal after it is looked at.
alter table member add column password_reset_at timestamptz;

-- +goose Down
alter table member drop column password_reset_at;
