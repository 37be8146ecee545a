-- +goose Up

-- The conversation of a member or guest with support. A guest's id is a secret: only its hash is stored.
create table conversation (
    id                bigint generated always as identity primary key,
    member_id         bigint unique references member (id),
    guest_hash        bytea unique,
    joined_to         bigint references conversation (id), -- the guest signed in: the messages moved there
    locale            text not null default 'th',
    status            text not null default 'OPEN',
    last_seq          bigint not null default 0, -- of its last message
    customer_read_seq bigint not null default 0, -- the last message that each side has read
    support_read_seq  bigint not null default 0,
    waiting_since     timestamptz,               -- time of the oldest message without a reply from support
    assignee          bigint references operator (id),
    last_at           timestamptz not null,
    last_sender       text not null default '',
    preview           text not null default '',  -- the beginning of the last message
    send_until        timestamptz not null default 'epoch', -- the time up to which the sender's limit is used up
    seen_at           timestamptz not null default 'epoch', -- when a socket of the customer was last open
    created_at        timestamptz not null,
    origin            text not null default '',  -- of a guest: a keyed hash of the address
    constraint conversation_owner check ((member_id is null) <> (guest_hash is null)),
    constraint conversation_status check (status in ('OPEN', 'CLOSED')),
    constraint conversation_read check (customer_read_seq <= last_seq and support_read_seq <= last_seq)
);
create index conversation_inbox on conversation (status, waiting_since, last_at desc) where joined_to is null and last_seq > 0;

-- The places of waiting guests from one origin, if more than three of them wait. The first guest is placed after members,
-- the second after the first, and so on. Anybody can make guest ids, so otherwise one person could fill the queue.
create view conversation_crowd as
select id, place from (
    select id, row_number() over (partition by origin order by waiting_since, id) as place, count(*) over (partition by origin) as waiting
    from conversation
    where guest_hash is not null and origin <> '' and waiting_since is not null and status = 'OPEN' and joined_to is null and last_seq > 0
) guests where waiting > 3;

-- A message of a conversation. Its number is given under the conversation's lock and leaves no gap.
create table chat_message (
    conversation_id bigint not null references conversation (id),
    seq             bigint not null,
    id              uuid not null default gen_random_uuid(),
    sender          text not null,
    operator_id     bigint references operator (id),
    client_id       uuid not null, -- chosen by the sender: a repeat with it is the same message
    type            text not null,
    payload         jsonb not null,
    created_at      timestamptz not null,
    -- Of the customer, at that time: the name (a guest's is what they typed), the login session (a guest's
    -- is the app's name of the visit), and the device as a keyed hash of where its pushes go. Only the
    -- customer receives session and device.
    name            text not null default '',
    session         text not null default '',
    device          text not null default '',
    primary key (conversation_id, seq),
    constraint chat_message_once unique (conversation_id, sender, client_id),
    constraint chat_message_sender check (sender in ('customer', 'support', 'system')),
    constraint chat_message_type check (type in ('text', 'buttons', 'media', 'quick_replies', 'generic', 'postback'))
);

-- A file that was uploaded for a message.
create table chat_media (
    id              text primary key,
    conversation_id bigint not null references conversation (id),
    sender          text not null check (sender in ('customer', 'support')),
    client_id       uuid not null, -- chosen by the sender: a repeat with it is the same file
    file            text not null, -- the cleaned file's name in the store
    mime            text not null,
    kind            text not null check (kind in ('image', 'video')),
    name            text not null, -- the file's name on the sender's device
    bytes           bigint not null,
    width           integer,       -- pixels
    height          integer,
    thumb           text,          -- the small picture's name in the store
    created_at      timestamptz not null,
    constraint chat_media_once unique (conversation_id, sender, client_id)
);
-- For the sweep, which looks for files that no row uses.
create index chat_media_file on chat_media (file);
create index chat_media_thumb on chat_media (thumb) where thumb is not null;

-- A reply that support often sends.
create table canned_reply (
    id         bigint generated always as identity primary key,
    title      text not null,
    th         text not null,
    lo         text not null,
    en         text not null
);
