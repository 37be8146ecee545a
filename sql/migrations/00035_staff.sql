-- +goose Up

-- When somebody last did a thing in a session: one that rests is over.
alter table operator_session add column acted_at timestamptz;
update operator_session set acted_at = created_at;
alter table operator_session alter column acted_at set not null;

-- The secret of the code app that an operator moves to, until it shows a code.
alter table operator add column totp_next bytea;

-- +goose Down
alter table operator drop column totp_next;
alter table operator_session drop column acted_at;
