-- +goose Up

-- The baseline: the files 00100 to 00122 make the whole schema, one file for each domain, in the
-- order of the layers. A later change is a new file NNNNN_<domain>.sql with the next number.
-- Files have no "Down": a wrong change is corrected by another file.
--
-- What holds in all files:
--   Amounts are bigint, in hundredths of the currency's unit (satang, att). Coins are whole.
--   A day is a calendar day in Bangkok. A time that is null has not come yet.
--   version is the member's sync version (member_version) at the row's last change.
--   decided_by, approved_by and seen_by are ids of operators.
--   Tables that each money command writes have no foreign keys, and enums instead of checks:
--   PostgreSQL parses the text of every check and of every key's query again for each statement.
--   `wallet verify-ledger` counts the rows that such a key would have rejected.

-- The stored response of a call with an Idempotency-Key. The row is written in the transaction that
-- does the work, so a key and its effect are committed together or not at all.
create table idempotency (
    scope       uuid primary key, -- UUIDv5 of caller, method, route and key
    fingerprint bytea not null,   -- keyed SHA-256 of the parsed fields
    status      smallint,         -- HTTP status; null while the call runs
    body        bytea,            -- null while the call runs
    created_at  timestamptz not null default now(),
    -- For a call that moved money: what a repeat needs to query the call's status. It replaces the body
    -- after 90 days, and is never removed. If null, the row is removed then, and a repeat is a new call.
    lasting     bytea
);
-- The daily sweep reads only the responses of one quarter. Rows are inserted in the order of time, so an index of
-- block ranges is enough.
create index idempotency_age on idempotency using brin (created_at);

-- One window of a rate limit. Unlogged: after a crash all counts are 0.
create unlogged table rate_counter (
    key        text primary key,
    window_end timestamptz not null,
    hits       integer not null
);

-- The sync version that a member's last synced row has. Taking the next version locks the row until
-- the commit, so versions are in the order of commits, and GET /api/sync cannot skip a row that
-- commits late.
create table member_version (
    member_id bigint primary key,
    version   bigint not null default 0
) with (fillfactor = 50);

-- Returns the member's next version, for a synced row that is being written.
-- +goose StatementBegin
create function next_version(of_member bigint) returns bigint language sql volatile as $$
    insert into member_version as mv (member_id, version) values (of_member, 1)
    on conflict (member_id) do update set version = mv.version + 1
    returning version
$$;
-- +goose StatementEnd

-- The epoch of all versions, in one row. A restore writes another epoch, after which every app loads
-- all data again.
create table sync_epoch (
    only_row boolean primary key default true check (only_row),
    epoch    text not null default replace(gen_random_uuid()::text, '-', ''),
    -- The WAL timeline that the epoch belongs to. A promoted standby runs on another timeline, and
    -- may lack the last transactions. Null: no server has read it yet.
    timeline integer
);
insert into sync_epoch default values;

-- The installation's id, in one row. Servers that share a bus ignore messages of other
-- installations. A restored copy is another installation, so a backup leaves the table out.
create table installation (
    one boolean primary key default true check (one),
    id  text not null default replace(gen_random_uuid()::text, '-', '')
);
insert into installation default values;

-- Returns the verdict of the transaction: the code of the guard that refused the work, or ''. A
-- separate statement sets it after the lock, and so sees what the lock's last holder wrote. Later
-- writes depend on allowed(). Without a verdict everything is allowed.
create function verdict() returns text language sql stable as
    $$ select coalesce(current_setting('krapao.verdict', true), '') $$;
create function allowed() returns boolean language sql stable as
    $$ select coalesce(current_setting('krapao.verdict', true), '') = '' $$;
