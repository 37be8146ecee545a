-- +goose Up

-- Types instead of checks of a text: PostgreSQL reads the text of every check
-- anew for every statement, which was a tenth of the cost of a line. No foreign
-- key, for the same reason; verify-ledger counts the lines of nobody.
create type statement_type as enum ('deposit', 'bonus', 'finish_bonus', 'withdraw', 'transfer');
create type statement_status as enum ('PENDING', 'SUCCESS', 'FAILED');
alter table statement_line
    drop constraint statement_line_type,
    drop constraint statement_line_status,
    drop constraint statement_line_transfer,
    drop constraint statement_line_cancel,
    drop constraint statement_line_member_id_fkey,
    alter column type type statement_type using type::statement_type,
    alter column status type statement_status using status::statement_status;
alter table statement_line
    add constraint statement_line_transfer check (transfer_id is not null or status <> 'SUCCESS' or type = 'finish_bonus'),
    add constraint statement_line_cancel check (not can_cancel or status = 'PENDING');

-- +goose Down
alter table statement_line
    drop constraint statement_line_transfer,
    drop constraint statement_line_cancel,
    alter column type type text,
    alter column status type text;
alter table statement_line
    add constraint statement_line_type check (type in ('deposit', 'bonus', 'finish_bonus', 'withdraw', 'transfer')),
    add constraint statement_line_status check (status in ('PENDING', 'SUCCESS', 'FAILED')),
    add constraint statement_line_transfer check (status <> 'SUCCESS' or type = 'finish_bonus' or transfer_id is not null),
    add constraint statement_line_cancel check (not can_cancel or status = 'PENDING'),
    add constraint statement_line_member_id_fkey foreign key (member_id) references member (id);
drop type statement_type, statement_status;
