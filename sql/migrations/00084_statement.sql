-- +goose Up

-- A line that has ended stands as it ended; of one in progress whose it is, what, and
-- since when stand from its beginning. What happened to a line stands, too.
-- +goose StatementBegin
create function statement_stands() returns trigger language plpgsql as $$
begin
    raise exception 'the statement is append-only';
end $$;
-- +goose StatementEnd
create trigger statement_line_final before update on statement_line
    for each row when (old.status <> 'PENDING' or (new.id, new.member_id, new.type, new.currency, new.created_at)
        is distinct from (old.id, old.member_id, old.type, old.currency, old.created_at))
    execute function statement_stands();
create trigger statement_line_kept before delete on statement_line
    for each row execute function statement_stands();
create trigger statement_line_no_truncate before truncate on statement_line
    for each statement execute function statement_stands();
create trigger statement_event_append_only before update or delete on statement_event
    for each row execute function statement_stands();
create trigger statement_event_no_truncate before truncate on statement_event
    for each statement execute function statement_stands();

-- +goose Down
drop trigger statement_line_final on statement_line;
drop trigger statement_line_kept on statement_line;
drop trigger statement_line_no_truncate on statement_line;
drop trigger statement_event_append_only on statement_event;
drop trigger statement_event_no_truncate on statement_event;
drop function statement_stands;
