-- name: StartComparison :one
insert into walk (why, since, began_at) values (sqlc.arg(why), sqlc.arg(since)::timestamptz, sqlc.arg(now)::timestamptz) returning id;

-- name: EndComparison :exec
update walk set ended_at = sqlc.arg(now)::timestamptz, unknown = sqlc.arg(unknown), differences = sqlc.arg(differences), mended = sqlc.arg(mended), waits = sqlc.arg(waits)
where id = sqlc.arg(id);

-- name: GetLastComparison :one
-- When three comparisons began: the last one, the last finished one, and the last one that compared everything.
select coalesce(max(began_at), 'epoch')::timestamptz as began, coalesce(max(began_at) filter (where ended_at is not null), 'epoch')::timestamptz as finished,
    coalesce(max(began_at) filter (where ended_at is not null and unknown = 0), 'epoch')::timestamptz as whole from walk;
