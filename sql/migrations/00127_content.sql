-- +goose Up

-- A lookup's version counts changes of its own rows only. Until now a text of any kind changed all lookups
-- that show texts. So each member was asked to accept the agreement again. A statement that changed nothing counted,
-- too, such as the seed at each start.
drop trigger bank_changed on bank;
drop trigger source_changed on source;
drop trigger deposit_account_changed on deposit_account;
drop trigger deposit_wallet_changed on deposit_wallet;
drop trigger page_text_changed on page_text;
drop trigger setting_changed on setting;

-- +goose StatementBegin
create or replace function lookup_changed() returns trigger language plpgsql as $$
begin
    if tg_op = 'UPDATE' and new is not distinct from old then
        return null;
    end if;
    -- The arguments name the lookups that show this table.
    update lookup_version set version = version + 1 where lookup = any (tg_argv);
    return null;
end $$;

-- Texts of a kind are the lookup of that name, in the plural where there are many.
create function text_changed() returns trigger language plpgsql as $$
begin
    if tg_op = 'UPDATE' and new is not distinct from old then
        return null;
    end if;
    update lookup_version set version = version + 1 where lookup in (old.kind, new.kind, old.kind || 's', new.kind || 's');
    return null;
end $$;
-- +goose StatementEnd

create trigger bank_changed after insert or update or delete on bank
    for each row execute function lookup_changed('banks', 'deposit');
create trigger source_changed after insert or update or delete on source
    for each row execute function lookup_changed('sources');
create trigger deposit_account_changed after insert or update or delete on deposit_account
    for each row execute function lookup_changed('deposit');
create trigger deposit_wallet_changed after insert or update or delete on deposit_wallet
    for each row execute function lookup_changed('deposit');
create trigger page_text_changed after insert or update or delete on page_text
    for each row execute function text_changed();
create trigger setting_changed after insert or update or delete on setting
    for each row execute function lookup_changed('deposit', 'info', 'contact', 'withdraw', 'slip', 'active', 'registerOTP', 'enableChatWidget');
