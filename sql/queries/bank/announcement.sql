-- name: InsertAnnouncement :exec
insert into announcement (line_id, member_id, amount, currency, created_at) values ($1, $2, $3, $4, $5);

-- name: CompleteAnnouncement :one
-- Closes the member's oldest open announcement of the amount.
update announcement set open = false where line_id = (
    select a.line_id from announcement a
    where a.open and a.member_id = $1 and a.amount = $2 and a.currency = $3
    order by a.created_at limit 1 for update skip locked)
returning line_id;

-- name: CloseAnnouncement :execrows
update announcement set open = false where line_id = $1 and open;

-- name: CountAnnouncements :one
select count(*) from announcement where open and member_id = $1;

-- name: ListAnnouncers :many
-- The ids of the members who have announced this amount since a time.
select distinct member_id from announcement
where open and amount = sqlc.arg(amount) and currency = sqlc.arg(currency) and created_at >= sqlc.arg(since) and member_id = any(sqlc.arg(members)::bigint[]);

-- name: ListEndedAnnouncements :many
select line_id, member_id from announcement where open and created_at < $1 order by created_at limit 200;
