-- name: OrdersWaiting :many
select sqlc.embed(o), m.seen as member from qr_order o join member_seen m on m.id = o.member_id
where o.doubt <> '' order by o.doubted_at limit sqlc.arg(most)::int;

-- name: OrdersCount :one
select count(*) as waiting, coalesce(min(doubted_at), now())::timestamptz as oldest from qr_order where doubt <> '';
