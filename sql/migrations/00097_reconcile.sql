-- +goose Up

-- A run keeps in memory what the lists named.
drop table reconcile_seen;

-- +goose Down
create unlogged table reconcile_seen (
    run       uuid not null,
    reference text not null,
    at        timestamptz not null default now(),
    primary key (run, reference)
);
