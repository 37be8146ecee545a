-- +goose Up

-- A person who works at the console.
create table operator (
    id            bigint generated always as identity primary key,
    username      text not null unique,
    role          text not null check (role in ('support', 'cashier', 'admin')),
    password_hash text not null,
    totp_secret   bytea not null,            -- encrypted
    totp_last     bigint not null default 0, -- the last used time step: a code is valid once
    active        boolean not null default true,
    created_at    timestamptz not null default now(),
    totp_next     bytea                      -- encrypted; the secret of the next authenticator app, until a code of it was used
);

-- A login of an operator.
create table operator_session (
    id          bigint generated always as identity primary key,
    operator_id bigint not null references operator (id),
    token_hash  bytea not null unique, -- SHA-256; the token itself is not stored
    created_at  timestamptz not null,
    expires_at  timestamptz not null,
    revoked_at  timestamptz,
    acted_at    timestamptz not null   -- the last call that was not a GET; an idle session expires
);

-- A browser that signed in as the operator before. It has its own limit of failed logins, so that a stranger's guesses
-- do not lock the operator out.
create table operator_device (
    operator_id bigint not null references operator (id),
    device_hash bytea not null,
    seen_at     timestamptz not null, -- the last sign-in
    primary key (operator_id, device_hash)
);

-- An action of an operator or of a subcommand. Append-only.
create table audit_log (
    id         bigint generated always as identity primary key,
    at         timestamptz not null default now(),
    operator   text not null, -- the username, or 'console' for a subcommand
    action     text not null,
    subject    text not null, -- what the action was done to
    details    jsonb not null default '{}',
    request_id text not null default ''
);

-- +goose StatementBegin
create function audit_is_final() returns trigger language plpgsql as $$
begin
    raise exception 'the audit log is append-only';
end $$;
-- +goose StatementEnd
create trigger audit_append_only before update or delete on audit_log
    for each row execute function audit_is_final();
create trigger audit_no_truncate before truncate on audit_log
    for each statement execute function audit_is_final();

-- An action that needs two people: one proposes it, another approves or rejects it. Domains define
-- the kinds (staff.ProposalKind).
create table proposal (
    id          uuid primary key,
    kind        text not null,
    member_id   bigint references member (id), -- null: concerns no member
    what        jsonb not null,                -- as the kind's domain defines it
    why         text not null,
    proposed_by bigint not null references operator (id),
    proposed_at timestamptz not null,
    state       text not null default 'OPEN' check (state in ('OPEN', 'APPROVED', 'REJECTED')),
    decided_by  bigint references operator (id),
    decided_at  timestamptz,
    constraint proposal_decided check ((state = 'OPEN') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
    constraint proposal_two_people check (state <> 'APPROVED' or decided_by <> proposed_by)
);
create index proposal_open on proposal (proposed_at) where state = 'OPEN';

-- An edition of a document. Operators edit a document as a whole: a setting, an account of the site, the terms of an
-- offer, ... The domain's own table has the document in force, and this table has the history.
create table document_edition (
    kind      text not null,
    key       text not null,
    edition   bigint not null check (edition >= 0), -- 0 is what was there before the first edit
    body      jsonb,                                -- null if it was removed, or did not exist
    why       text not null,
    edited_by text not null,                        -- if two people were needed, the second
    proposal  uuid references proposal (id),        -- if two people were needed, has the first
    edited_at timestamptz not null,
    primary key (kind, key, edition)
);
