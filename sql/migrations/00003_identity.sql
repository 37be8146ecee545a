-- +goose Up

create table member (
    id                bigint generated always as identity (start 1) primary key,
    public_id         text not null,
    phone             text not null,
    name              text not null,
    password_hash     text not null,
    currency          text not null default 'BAHT' check (currency in ('BAHT', 'LAK')),
    source_code       text not null default '',
    invited_by        bigint references member (id),
    bank_code         text not null,
    bank_account_name text not null,
    bank_account_no   text not null,
    coin              bigint not null default 0 check (coin >= 0),
    active            boolean not null default true,
    version           bigint not null, -- sync
    created_at        timestamptz not null default now(),
    constraint member_phone_once unique (phone),
    constraint member_public_id_once unique (public_id),
    constraint member_bank_once unique (bank_code, bank_account_no)
);

create table session (
    id           bigint generated always as identity primary key,
    member_id    bigint not null references member (id),
    token_hash   bytea not null unique, -- SHA-256; the token itself is kept nowhere
    remember     boolean not null,
    device       text not null,
    created_at   timestamptz not null,
    last_seen_at timestamptz not null,
    expires_at   timestamptz not null,
    revoked_at   timestamptz
);
create index session_member on session (member_id, created_at desc);

-- Browsers that have signed in as the member before: they keep a budget of
-- failed logins of their own, so that a stranger's guessing locks nobody out.
create table known_device (
    member_id   bigint not null references member (id),
    device_hash bytea not null,
    primary key (member_id, device_hash)
);

create table otp (
    id             bigint generated always as identity primary key,
    token_hash     bytea not null unique,
    phone          text not null,
    purpose        text not null check (purpose in ('register', 'reset')),
    ref            text not null default '',
    provider_token text not null default '', -- '' until the SMS company took it
    tries          integer not null default 0,
    code_mac       bytea, -- of the code that was right, so that a repeat gets the same answer
    created_at     timestamptz not null,
    expires_at     timestamptz not null,
    blocked_until  timestamptz,
    verified_at    timestamptz,
    used_at        timestamptz
);
create index otp_phone on otp (phone, created_at desc);

-- +goose Down
drop table otp;
drop table known_device;
drop table session;
drop table member;
