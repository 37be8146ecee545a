-- +goose Up

-- Answers of keyed calls, kept for ever and replayed byte for byte. The row is
-- written in the transaction that does the work, so a key and its effect live
-- or die together.
create table idempotency (
    scope       uuid primary key, -- UUIDv5 of caller, method, route and key
    fingerprint bytea not null,   -- keyed SHA-256 of the parsed fields
    status      smallint,
    body        bytea,
    created_at  timestamptz not null default now()
);

-- Counters of the rate limits. Unlogged: a crash forgives everybody.
create unlogged table rate_counter (
    key        text primary key,
    window_end timestamptz not null,
    hits       integer not null
);

-- One row a member: the version that the next synced row takes. Taking it
-- locks the row until commit, so versions follow the order of commits and
-- GET /api/sync can never skip a row that commits late.
create table member_version (
    member_id bigint primary key,
    version   bigint not null default 0
) with (fillfactor = 50);

-- The member's next version, for a synced row that is being written.
-- +goose StatementBegin
create function next_version(of_member bigint) returns bigint language sql volatile as $$
    insert into member_version as mv (member_id, version) values (of_member, 1)
    on conflict (member_id) do update set version = mv.version + 1
    returning version
$$;
-- +goose StatementEnd

-- A restore writes another epoch, which tells every app to load anew.
create table sync_epoch (
    only_row boolean primary key default true check (only_row),
    epoch    text not null default replace(gen_random_uuid()::text, '-', '')
);
insert into sync_epoch default values;

-- +goose Down
drop table sync_epoch;
drop function next_version;
drop table member_version;
drop table rate_counter;
drop table idempotency;
