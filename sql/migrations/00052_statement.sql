-- +goose Up

-- Both ends of a movement in parts, so that no app has to take a text apart. The
-- texts that the wire had so far are made of the parts (statement.Place).
create type place_kind as enum ('wallet', 'bank', 'qr', 'gift', 'adjustment', 'demo');

-- A bank's text is its code, a space, and the account as the bank shows it.
create function place_kind_of(name text) returns place_kind language sql immutable as
    $$ select (case when name = 'WALLET' then 'wallet' when name = 'TrueMoney' then 'gift' when name = 'ADJUSTMENT' then 'adjustment'
        when name = 'DEMO' then 'demo' when name like 'QR %' then 'qr' else 'bank' end)::place_kind $$;
create function place_code_of(name text) returns text language sql immutable as
    $$ select case place_kind_of(name) when 'qr' then substr(name, 4) when 'bank' then split_part(name, ' ', 1) else '' end $$;
create function place_account_of(name text) returns text language sql immutable as
    $$ select case place_kind_of(name) when 'bank' then btrim(substr(name, length(split_part(name, ' ', 1)) + 1)) else '' end $$;

alter table statement_line
    add column from_kind    place_kind,
    add column from_code    text not null default '', -- of a bank, or of a QR code's gateway
    add column from_account text not null default '', -- as its bank shows it
    add column to_kind      place_kind,
    add column to_code      text not null default '',
    add column to_account   text not null default '';
update statement_line set
    from_kind = place_kind_of(from_name), from_code = place_code_of(from_name), from_account = place_account_of(from_name),
    to_kind = place_kind_of(to_name), to_code = place_code_of(to_name), to_account = place_account_of(to_name);
alter table statement_line
    alter column from_kind set not null, alter column from_code drop default, alter column from_account drop default,
    alter column to_kind set not null, alter column to_code drop default, alter column to_account drop default,
    drop column from_name, drop column to_name;
drop function place_account_of, place_code_of, place_kind_of;

-- +goose Down
create function place_text(kind place_kind, code text, account text) returns text language sql immutable as
    $$ select case kind when 'wallet' then 'WALLET' when 'gift' then 'TrueMoney' when 'adjustment' then 'ADJUSTMENT' when 'demo' then 'DEMO'
        when 'qr' then 'QR ' || code else btrim(code || ' ' || account) end $$;
alter table statement_line add column from_name text, add column to_name text;
update statement_line set from_name = place_text(from_kind, from_code, from_account), to_name = place_text(to_kind, to_code, to_account);
alter table statement_line
    alter column from_name set not null, alter column to_name set not null,
    drop column from_kind, drop column from_code, drop column from_account,
    drop column to_kind, drop column to_code, drop column to_account;
drop function place_text;
drop type place_kind;
