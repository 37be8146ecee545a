-- +goose Up

-- Browsers that signed in as the operator before: they keep a budget of failed
-- logins of their own, so that a stranger's guessing locks nobody out.
create table operator_device (
    operator_id bigint not null references operator (id),
    device_hash bytea not null,
    seen_at     timestamptz not null,
    primary key (operator_id, device_hash)
);

-- +goose Down
drop table operator_device;
