-- +goose Up

-- The line of the member's history that a slip came to, so that the line's page can
-- show its picture. Of those that failed before this was kept nobody knows it.
alter table slip add column line_id uuid;
update slip s set line_id = l.id from statement_line l where l.transfer_id = s.transfer_id;
create unique index slip_line on slip (line_id) where line_id is not null;

-- +goose Down
drop index slip_line;
alter table slip drop column line_id;
