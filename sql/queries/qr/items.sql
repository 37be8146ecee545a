-- name: ListDoubtedOrders :many
select sqlc.embed(o), m.seen as member from qr_order o join member_seen m on m.id = o.member_id
where o.doubt <> '' and (o.doubted_at, o.id::text collate "C") > (sqlc.arg(after)::timestamptz, sqlc.arg(after_id)::text)
and sqlc.arg(member)::bigint in (0, o.member_id)
order by o.doubted_at, o.id::text collate "C" limit sqlc.arg(most)::int;

-- name: CountDoubtedOrders :one
select count(*) as waiting, coalesce(min(doubted_at), now())::timestamptz as oldest from qr_order where doubt <> '';
