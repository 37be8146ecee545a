-- +goose Up

-- One a member or guest. A guest's id is a secret: only its hash is kept.
create table conversation (
    id                bigint generated always as identity primary key,
    member_id         bigint unique references member (id),
    guest_hash        bytea unique,
    joined_to         bigint references conversation (id), -- the guest signed in: its messages stand there now
    locale            text not null default 'th',
    status            text not null default 'OPEN',
    last_seq          bigint not null default 0,
    customer_read_seq bigint not null default 0,
    support_read_seq  bigint not null default 0,
    waiting_since     timestamptz, -- of the oldest message that support has not answered
    assignee          bigint references operator (id),
    last_at           timestamptz not null,
    last_sender       text not null default '',
    preview           text not null default '',
    send_until        timestamptz not null default 'epoch', -- how far the sender's allowance is used up
    seen_at           timestamptz not null default 'epoch', -- when a socket of the customer was last open
    created_at        timestamptz not null,
    constraint conversation_owner check ((member_id is null) <> (guest_hash is null)),
    constraint conversation_status check (status in ('OPEN', 'CLOSED')),
    constraint conversation_read check (customer_read_seq <= last_seq and support_read_seq <= last_seq)
);
create index conversation_inbox on conversation (status, waiting_since, last_at desc) where joined_to is null and last_seq > 0;

create table chat_message (
    conversation_id bigint not null references conversation (id),
    seq             bigint not null,
    id              uuid not null default gen_random_uuid(),
    sender          text not null,
    operator_id     bigint references operator (id),
    client_id       uuid not null, -- the sender's own: a repeat is the same message, for ever
    type            text not null,
    payload         jsonb not null,
    created_at      timestamptz not null,
    primary key (conversation_id, seq),
    constraint chat_message_once unique (conversation_id, sender, client_id),
    constraint chat_message_sender check (sender in ('customer', 'support', 'system')),
    constraint chat_message_type check (type in ('text', 'buttons', 'media', 'quick_replies', 'generic', 'postback'))
);

create table chat_media (
    id              text primary key,
    conversation_id bigint not null references conversation (id),
    sender          text not null check (sender in ('customer', 'support')),
    client_id       uuid not null,
    hash            text not null, -- of the stored file
    mime            text not null,
    kind            text not null check (kind in ('image', 'video')),
    name            text not null,
    bytes           bigint not null,
    width           integer,
    height          integer,
    thumb           text, -- the hash of the small picture
    created_at      timestamptz not null,
    constraint chat_media_once unique (conversation_id, sender, client_id)
);

-- Answers that support gives often.
create table canned_reply (
    id         bigint generated always as identity primary key,
    title      text not null,
    th         text not null,
    lo         text not null,
    en         text not null
);

-- +goose Down
drop table canned_reply, chat_media, chat_message, conversation;
