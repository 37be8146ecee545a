-- name: InsertMedia :execrows
insert into chat_media (id, conversation_id, sender, client_id, file, mime, kind, name, bytes, width, height, thumb, created_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
on conflict do nothing;

-- name: GetMediaByClientID :one
select * from chat_media where conversation_id = $1 and sender = $2 and client_id = $3;

-- name: GetMedia :one
select * from chat_media where id = $1;

-- name: ListMediaFiles :many
-- The given files that an upload uses, as its file or as its small picture.
select f.file::text from unnest(sqlc.arg(files)::text[]) as f (file)
where exists (select from chat_media m where m.file = f.file or m.thumb = f.file);

-- name: MoveMedia :exec
update chat_media g set conversation_id = sqlc.arg(member)
where g.conversation_id = sqlc.arg(guest)
  and not exists (select from chat_media m where m.conversation_id = sqlc.arg(member) and m.sender = g.sender and m.client_id = g.client_id);

-- name: ListCannedReplies :many
select * from canned_reply order by title, id;

-- name: InsertCannedReply :one
insert into canned_reply (title, th, lo, en) values ($1, $2, $3, $4) returning id;

-- name: UpdateCannedReply :execrows
update canned_reply set title = $2, th = $3, lo = $4, en = $5 where id = $1;

-- name: DeleteCannedReply :execrows
delete from canned_reply where id = $1;
