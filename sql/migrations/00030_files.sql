-- +goose Up

-- Where a picture lies. Until here that was the hash of what was uploaded; now
-- files are cleaned first, and have names that no other file ever gets.
alter table slip add column file text not null default '';
update slip set file = picture;
alter table slip alter column file drop default;
comment on column slip.picture is 'the SHA-256 of what was uploaded';

alter table chat_media rename column hash to file;

-- The sweep of files that nobody names asks by them.
create index slip_file on slip (file);
create index chat_media_file on chat_media (file);
create index chat_media_thumb on chat_media (thumb) where thumb is not null;

-- +goose Down
drop index chat_media_thumb, chat_media_file, slip_file;
alter table chat_media rename column file to hash;
alter table slip drop column file;
