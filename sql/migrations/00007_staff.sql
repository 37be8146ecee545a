-- +goose Up

create table operator (
    id            bigint generated always as identity primary key,
    username      text not null unique,
    role          text not null check (role in ('support', 'cashier', 'admin')),
    password_hash text not null,
    totp_secret   bytea not null, -- encrypted
    totp_last     bigint not null default 0, -- the last step used: a code opens one door once
    active        boolean not null default true,
    created_at    timestamptz not null default now()
);

create table operator_session (
    id          bigint generated always as identity primary key,
    operator_id bigint not null references operator (id),
    token_hash  bytea not null unique,
    created_at  timestamptz not null,
    expires_at  timestamptz not null,
    revoked_at  timestamptz
);

-- Every act of the back office, append-only.
create table audit_log (
    id         bigint generated always as identity primary key,
    at         timestamptz not null default now(),
    operator   text not null, -- the username, or 'console' for a subcommand
    action     text not null,
    subject    text not null, -- what it was done to
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

-- +goose Down
drop table audit_log, operator_session, operator;
drop function audit_is_final;
