-- +goose Up

-- A withdrawal that waits for its money to come back from games. Its id is its
-- statement line's, and the withdrawal's that it becomes. No foreign keys: see 00054.
create table withdrawal_gather (
    id         uuid primary key,
    member_id  bigint not null,
    amount     bigint not null,
    currency   text not null,
    created_at timestamptz not null,
    done_at    timestamptz -- it has become a withdrawal, or its line says why not
);
create index withdrawal_gather_open on withdrawal_gather (created_at) where done_at is null;

-- +goose Down
drop table withdrawal_gather;
