-- name: WalkBegin :one
insert into walk (why, since, began_at) values (sqlc.arg(why), sqlc.arg(since)::timestamptz, sqlc.arg(now)::timestamptz) returning id;

-- name: WalkEnd :exec
update walk set ended_at = sqlc.arg(now)::timestamptz, unknown = sqlc.arg(unknown), differences = sqlc.arg(differences), mended = sqlc.arg(mended), waits = sqlc.arg(waits)
where id = sqlc.arg(id);

-- name: WalksLast :one
-- When the last walk began, and when the last one began that came to its end.
select coalesce(max(began_at), 'epoch')::timestamptz as began, coalesce(max(began_at) filter (where ended_at is not null), 'epoch')::timestamptz as finished from walk;
