-- +goose Up

create table bank (
    code        text primary key, -- as the wire names it
    number      char(3) not null unique, -- as slips and transfers name it
    name_th     text not null,
    name_en     text not null,
    name_lo     text not null,
    recommended boolean not null default false,
    position    integer not null
);

create table source (
    code     text primary key,
    th       text not null,
    lo       text not null,
    en       text not null,
    position integer not null
);

-- Accounts of ours that members pay into.
create table deposit_account (
    id           bigint generated always as identity primary key,
    bank_code    text not null references bank (code),
    bank_type    text not null default 'bank' check (bank_type in ('bank', 'PAYMENT')),
    mode         text not null check (mode in ('AUTO', 'SMS')),
    account_name text not null,
    account_no   text not null,
    currency     text not null default 'BAHT' check (currency in ('BAHT', 'LAK')),
    open         boolean not null default true, -- shown to members; money is taken either way
    position     integer not null default 0,
    constraint deposit_account_once unique (bank_code, account_no)
);

-- Texts in three languages. HTML, sanitised when saved.
create table page_text (
    kind     text not null check (kind in ('condition', 'agreement', 'notice', 'contact')),
    position integer not null default 0,
    th       text not null,
    lo       text not null,
    en       text not null,
    primary key (kind, position)
);

-- The operator's settings: one row of each name.
create table setting (
    name  text primary key,
    value jsonb not null
);

-- One row a lookup, counted up by whoever changes what it shows. The count is
-- the lookup's ETag and tells GET /api/sync what to load anew.
create table lookup_version (
    lookup  text primary key,
    version bigint not null default 1
);
insert into lookup_version (lookup)
select unnest(array['banks', 'deposit', 'conditions', 'agreements', 'info', 'notice', 'contact', 'withdraw', 'slip',
                    'sources', 'active', 'registerOTP', 'enableChatWidget']);

-- +goose StatementBegin
create function lookup_changed() returns trigger language plpgsql as $$
begin
    -- The arguments name the lookups that show this table.
    update lookup_version set version = version + 1 where lookup = any (tg_argv);
    return null;
end $$;
-- +goose StatementEnd

create trigger bank_changed after insert or update or delete on bank
    for each statement execute function lookup_changed('banks', 'deposit');
create trigger source_changed after insert or update or delete on source
    for each statement execute function lookup_changed('sources');
create trigger deposit_account_changed after insert or update or delete on deposit_account
    for each statement execute function lookup_changed('deposit');
create trigger page_text_changed after insert or update or delete on page_text
    for each statement execute function lookup_changed('conditions', 'agreements', 'notice', 'contact');
create trigger setting_changed after insert or update or delete on setting
    for each statement execute function lookup_changed('deposit', 'info', 'contact', 'withdraw', 'slip', 'active', 'registerOTP', 'enableChatWidget');

-- +goose Down
drop table lookup_version, setting, page_text, deposit_account, source, bank;
drop function lookup_changed;
