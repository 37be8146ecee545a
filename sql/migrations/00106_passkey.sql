-- +goose Up

-- The handle by which authenticators identify a member. Random, so that it reveals neither phone nor _id.
create table passkey_owner (
    member_id bigint primary key references member,
    handle    bytea not null unique check (length(handle) = 32)
);

-- A passkey of a member.
create table passkey (
    id              bigint generated always as identity primary key,
    member_id       bigint not null references passkey_owner,
    credential_id   bytea not null unique check (length(credential_id) between 1 and 1023),
    public_key      bytea not null check (length(public_key) <= 2048),
    sign_count      bigint not null,  -- the authenticator's counter; 0 if it has none
    transports      text[] not null,
    aaguid          uuid not null,    -- the authenticator's model
    backup_eligible boolean not null, -- the key may leave its authenticator; never changes
    backed_up       boolean not null, -- a copy exists elsewhere
    name            text not null,
    created_at      timestamptz not null,
    used_at         timestamptz,
    stopped_at      timestamptz       -- a copy of a key that cannot be copied was used: both are refused since
);
create index on passkey (member_id);

-- A challenge with a correct response. It is kept until it would have expired.
create table passkey_spent (
    nonce      bytea primary key,
    key_print  bytea, -- of the response's Idempotency-Key; null if there was none
    expires_at timestamptz not null
);
create index on passkey_spent (expires_at);
