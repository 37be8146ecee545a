-- +goose Up

-- By what authenticators know a member: random, so that it tells neither phone nor _id.
create table passkey_owner (
    member_id bigint primary key references member,
    handle    bytea  not null unique check (length(handle) = 32)
);

create table passkey (
    id              bigint      generated always as identity primary key,
    member_id       bigint      not null references passkey_owner,
    credential_id   bytea       not null unique check (length(credential_id) between 1 and 1023),
    public_key      bytea       not null check (length(public_key) <= 2048),
    sign_count      bigint      not null,
    transports      text[]      not null,
    aaguid          uuid        not null,
    -- Whether it may leave its authenticator, which never changes, and whether a copy lies elsewhere.
    backup_eligible boolean     not null,
    backed_up       boolean     not null,
    name            text        not null,
    created_at      timestamptz not null,
    used_at         timestamptz,
    -- A copy of a key that cannot be copied was seen: neither is believed any more.
    stopped_at      timestamptz
);
create index on passkey (member_id);

-- Challenges that were answered rightly, until they would be too old anyway.
create table passkey_spent (
    nonce      bytea       primary key,
    -- Of the Idempotency-Key it was answered under; null without one.
    key_print  bytea,
    expires_at timestamptz not null
);
create index on passkey_spent (expires_at);

-- +goose Down
drop table passkey_spent;
drop table passkey;
drop table passkey_owner;
