-- +goose Up

-- A browser that may be sent notifications. Its row belongs to whoever used
-- that browser last; the id changes with the owner, so that what was on its way
-- to the one before finds nobody. No row outlives its use: see package push.
create table push_subscription (
    id            uuid primary key,
    endpoint_hash bytea not null unique, -- SHA-256: an endpoint may be long, and has one owner
    endpoint      text not null,
    p256dh        bytea not null check (length(p256dh) = 65),
    auth          bytea not null check (length(auth) = 16),
    member_id     bigint,
    guest_hash    bytea check (length(guest_hash) = 32),
    session_id    bigint, -- the member's; no reference, sessions are swept
    locale        text not null check (locale in ('th', 'lo', 'en')),
    vapid         bytea not null, -- names the key of ours that was current then
    created_at    timestamptz not null,
    seen_at       timestamptz not null, -- when the browser last said that it stands
    constraint push_one_owner check ((member_id is null) <> (guest_hash is null)),
    constraint push_session_is_a_members check ((member_id is null) = (session_id is null))
);
create index push_of_member on push_subscription (member_id, seen_at desc) where member_id is not null;
create index push_of_guest on push_subscription (guest_hash, seen_at desc) where guest_hash is not null;
create index push_seen on push_subscription (seen_at);

-- What a member's lock screen may show.
create table push_setting (
    member_id    bigint primary key,
    show_details boolean not null default false
);

-- +goose Down
drop table push_setting, push_subscription;
