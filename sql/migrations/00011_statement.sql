-- +goose Up

-- A withdrawal that was not sent yet can be cancelled by its member.
alter table statement_line add column can_cancel boolean not null default false,
    add constraint statement_line_cancel check (not can_cancel or status = 'PENDING');

-- +goose Down
alter table statement_line drop column can_cancel;
