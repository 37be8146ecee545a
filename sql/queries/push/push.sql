-- name: LockOwner :exec
-- Locks an owner's subscriptions until the commit, so that two concurrent subscriptions cannot exceed the limit.
select pg_advisory_xact_lock(hashtextextended('push:' || sqlc.arg(owner)::text, 0));

-- name: UpsertSubscription :exec
-- If the browser had the same owner, the subscription keeps its id. Otherwise it gets the new id.
insert into push_subscription as s
    (id, endpoint_hash, endpoint, p256dh, auth, member_id, guest_hash, session_id, locale, vapid, created_at, seen_at)
values ($1, $2, $3, $4, $5, sqlc.narg(member_id), sqlc.narg(guest_hash), sqlc.narg(session_id), sqlc.arg(locale), sqlc.arg(vapid),
    sqlc.arg(now), sqlc.arg(now))
on conflict (endpoint_hash) do update set
    id = case when s.member_id is not distinct from excluded.member_id and s.guest_hash is not distinct from excluded.guest_hash
        then s.id else excluded.id end,
    p256dh = excluded.p256dh, auth = excluded.auth, member_id = excluded.member_id, guest_hash = excluded.guest_hash,
    session_id = excluded.session_id, locale = excluded.locale, vapid = excluded.vapid, seen_at = excluded.seen_at;

-- name: DeleteOldestSubscriptions :exec
-- Deletes the subscriptions that were unused for longest, and keeps a number of them.
delete from push_subscription where id in (
    select s.id from push_subscription s
    where s.member_id = sqlc.narg(member_id) or s.guest_hash = sqlc.narg(guest_hash)
    order by s.seen_at desc, s.created_at desc, s.id
    offset sqlc.arg(keep)::int);

-- name: DeleteSubscriptionOfOwner :exec
delete from push_subscription
where endpoint_hash = sqlc.arg(endpoint_hash) and (member_id = sqlc.narg(member_id) or guest_hash = sqlc.narg(guest_hash));

-- name: ListSubscriptionIDs :many
select id from push_subscription
where member_id = sqlc.narg(member_id) or guest_hash = sqlc.narg(guest_hash)
order by created_at, id;

-- name: GetSubscription :one
select s.*, coalesce(t.show_details, false)::boolean as show_details
from push_subscription s left join push_setting t on t.member_id = s.member_id
where s.id = $1;

-- name: DeleteSubscription :exec
delete from push_subscription where id = $1;

-- name: MoveGuestSubscription :exec
update push_subscription set member_id = sqlc.arg(member_id)::bigint, session_id = sqlc.arg(session_id)::bigint, guest_hash = null
where guest_hash = sqlc.arg(guest_hash)::bytea;

-- name: DeleteSubscriptionsOfMember :exec
delete from push_subscription where member_id = sqlc.arg(member_id)::bigint;

-- name: DeleteUnseenSubscriptions :exec
delete from push_subscription where seen_at < $1;

-- name: GetSetting :one
select show_details from push_setting where member_id = $1;

-- name: UpsertSetting :exec
insert into push_setting (member_id, show_details) values ($1, $2)
on conflict (member_id) do update set show_details = excluded.show_details;
