-- +goose Up

-- A browser that may receive push messages. It belongs to the member or guest who used the browser
-- last. The id changes with the owner, so that a message to the previous owner is not delivered.
-- Package push says when rows are deleted.
create table push_subscription (
    id            uuid primary key,
    endpoint_hash bytea not null unique, -- SHA-256: an endpoint may be long, and has one owner
    endpoint      text not null,
    p256dh        bytea not null check (length(p256dh) = 65), -- the browser's public key
    auth          bytea not null check (length(auth) = 16),   -- the browser's secret
    member_id     bigint,
    guest_hash    bytea check (length(guest_hash) = 32),
    session_id    bigint,                -- the member's; no foreign key, because sessions are swept
    locale        text not null check (locale in ('th', 'lo', 'en')),
    vapid         bytea not null,        -- identifies our VAPID key with which the browser subscribed
    created_at    timestamptz not null,
    seen_at       timestamptz not null,  -- when the browser last confirmed the subscription
    constraint push_one_owner check ((member_id is null) <> (guest_hash is null)),
    constraint push_session_is_a_members check ((member_id is null) = (session_id is null))
);
create index push_of_member on push_subscription (member_id, seen_at desc) where member_id is not null;
create index push_of_guest on push_subscription (guest_hash, seen_at desc) where guest_hash is not null;
create index push_seen on push_subscription (seen_at);

-- A member's choice for push messages. Without a row, messages have no details.
create table push_setting (
    member_id    bigint primary key,
    show_details boolean not null default false -- amounts and texts may be shown on the lock screen
);
