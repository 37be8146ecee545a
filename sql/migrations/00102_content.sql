-- +goose Up

-- A bank at which members or the site may have accounts. Its accounts have one currency.
create table bank (
    code        text primary key,     -- as in the API
    -- The bank's number in transfers, slips and payouts. Three digits for a Thai bank. For a Lao bank the
    -- eight digits of its IIN at LAPNet or, if we do not know the IIN, its code (LDB, APB). To replace a
    -- code by the number, change it here and in deposit_claim, bank_feed, slip, withdrawal and difference
    -- at once, while no bank reports transfers: a transfer under both would count as two.
    number      text not null unique,
    name_th     text not null,
    name_en     text not null,
    name_lo     text not null,
    recommended boolean not null default false,
    position    integer not null,
    currency    text not null default 'BAHT' check (currency in ('BAHT', 'LAK')),
    constraint bank_number check (number ~ case currency when 'BAHT' then '^[0-9]{3}$' else '^([0-9]{8}|[A-Z]{2,8})$' end)
);

-- An answer to "how did you hear of us" in the registration.
create table source (
    code     text primary key,
    th       text not null,
    lo       text not null,
    en       text not null,
    position integer not null
);

-- A bank account of ours that members pay into.
create table deposit_account (
    id           bigint generated always as identity primary key,
    bank_code    text not null references bank (code),
    bank_type    text not null default 'bank' check (bank_type in ('bank', 'PAYMENT')), -- as in the API
    mode         text not null check (mode in ('AUTO', 'SMS')),
    account_name text not null,
    account_no   text not null,
    currency     text not null default 'BAHT' check (currency in ('BAHT', 'LAK')),
    open         boolean not null default true, -- shown to members; a transfer into it counts either way
    position     integer not null default 0,
    lapnet       text not null default '',      -- the text of its printed LAPNet code, or ''
    -- The account's PromptPay proxies, as digits: a phone, a tax id or an e-wallet. A slip may show a
    -- proxy instead of the account.
    proxies      text[] not null default '{}',
    constraint deposit_account_once unique (bank_code, account_no)
);

-- A text in three languages. HTML, sanitised when it is saved.
create table page_text (
    kind     text not null,
    position integer not null default 0,
    th       text not null,
    lo       text not null,
    en       text not null,
    image    text not null default '', -- for a banner (invite, refund): the address of our picture
    primary key (kind, position),
    constraint page_text_kind_check check (kind in ('condition', 'agreement', 'notice', 'contact', 'invite', 'refund', 'refund_info'))
);

-- A setting that an operator has changed. A setting without a row has its default. An amount has one value for each
-- currency: {"BAHT", "LAK"}.
create table setting (
    name  text primary key,
    value jsonb not null
);

-- How often a lookup has changed. The count is the lookup's ETag, and GET /api/sync sends it, so that
-- apps know what to load again. Triggers count.
create table lookup_version (
    lookup  text primary key,
    version bigint not null default 1
);
insert into lookup_version (lookup)
select unnest(array['banks', 'deposit', 'conditions', 'agreements', 'info', 'notice', 'contact', 'withdraw', 'slip',
                    'sources', 'active', 'registerOTP', 'enableChatWidget']);

-- A wallet account of the site. Members pay into an AUTO one, and send gift links to a gift one.
create table deposit_wallet (
    id           bigint generated always as identity primary key,
    account_name text not null unique,
    mobile       text not null,
    mode         text not null check (mode in ('AUTO', 'gift')),
    open         boolean not null default true, -- shown to members
    position     integer not null default 0
);

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
create trigger deposit_wallet_changed after insert or update or delete on deposit_wallet
    for each statement execute function lookup_changed('deposit');
create trigger page_text_changed after insert or update or delete on page_text
    for each statement execute function lookup_changed('conditions', 'agreements', 'notice', 'contact');
create trigger setting_changed after insert or update or delete on setting
    for each statement execute function lookup_changed('deposit', 'info', 'contact', 'withdraw', 'slip', 'active', 'registerOTP', 'enableChatWidget');
