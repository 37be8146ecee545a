-- name: GetConversationOfMember :one
select * from conversation where member_id = sqlc.arg(member_id)::bigint;

-- name: GetConversationOfGuest :one
select * from conversation where guest_hash = sqlc.arg(guest_hash)::bytea;

-- name: GetConversation :one
select * from conversation where id = $1;

-- name: LockConversation :one
select * from conversation where id = $1 for update;

-- name: InsertConversation :execrows
insert into conversation (member_id, guest_hash, locale, origin, last_at, created_at)
values (sqlc.narg(member_id), sqlc.narg(guest_hash), sqlc.arg(locale), sqlc.arg(origin), sqlc.arg(now), sqlc.arg(now))
on conflict do nothing;

-- name: RetireConversation :exec
-- Retires a guest's conversation after its messages were moved to another conversation.
update conversation set joined_to = sqlc.arg(joined_to)::bigint, last_seq = 0, customer_read_seq = 0, support_read_seq = 0,
    waiting_since = null, preview = '', last_sender = '', seen_at = 'epoch'
where id = sqlc.arg(id);

-- name: TakeOverConversation :exec
-- Stores a conversation's numbers and marks after a guest's messages were moved into it.
update conversation set last_seq = sqlc.arg(last_seq), support_read_seq = sqlc.arg(support_read_seq), status = 'OPEN',
    customer_read_seq = sqlc.arg(customer_read_seq),
    waiting_since = sqlc.narg(waiting_since), assignee = coalesce(assignee, sqlc.narg(assignee)),
    last_at = sqlc.arg(last_at), last_sender = sqlc.arg(last_sender), preview = sqlc.arg(preview)
where id = sqlc.arg(id);

-- name: StoreCustomerReadMark :one
-- The mark only grows. Returns no row if it was already at this message.
update conversation set customer_read_seq = least(sqlc.arg(seq)::bigint, last_seq)
where id = sqlc.arg(id) and customer_read_seq < least(sqlc.arg(seq)::bigint, last_seq)
returning customer_read_seq;

-- name: StoreSupportReadMark :one
update conversation set support_read_seq = least(sqlc.arg(seq)::bigint, last_seq)
where id = sqlc.arg(id) and support_read_seq < least(sqlc.arg(seq)::bigint, last_seq)
returning support_read_seq;

-- name: StoreSeenTime :exec
update conversation set seen_at = sqlc.arg(at) where member_id = any(sqlc.arg(members)::bigint[]) or guest_hash = any(sqlc.arg(guests)::bytea[]);

-- name: Assign :execrows
update conversation c set assignee = (select o.id from operator o where o.username = sqlc.narg(username) and o.active)
where c.id = sqlc.arg(id) and c.joined_to is null
  and (sqlc.narg(username)::text is null or exists (select from operator o where o.username = sqlc.narg(username) and o.active));

-- name: SetStatus :execrows
update conversation set status = sqlc.arg(status), waiting_since = case when sqlc.arg(status)::text = 'CLOSED' then null else waiting_since end
where id = sqlc.arg(id) and joined_to is null;

-- name: ListInbox :many
-- Waiting conversations come first, the longest wait before the others. Then the newest follow. Crowds of guests
-- come last within each group. Few conversations wait. Of the others only the newest thousand are listed, and the
-- search finds older ones by their member. Unread messages are counted only for the shown page.
with shown as materialized (
    select c.id, c.waiting_since, c.last_at, coalesce(w.place, 0)::bigint as place
    from (
        select q.id, q.waiting_since, q.last_at from conversation q
        where q.joined_to is null and q.last_seq > 0 and q.status = sqlc.arg(status) and q.waiting_since is not null
          and (sqlc.narg(assigned)::bigint is null or q.assignee = sqlc.narg(assigned))
        union all
        (select q.id, q.waiting_since, q.last_at from conversation q
        where sqlc.narg(assigned)::bigint is null and q.joined_to is null and q.last_seq > 0 and q.status = sqlc.arg(status) and q.waiting_since is null
        order by q.waiting_since, q.last_at desc, q.id limit 1000) -- the index has waiting_since, which is null here, before last_at
        union all
        (select q.id, q.waiting_since, q.last_at from conversation q
        where q.assignee = sqlc.narg(assigned)::bigint and q.joined_to is null and q.last_seq > 0 and q.status = sqlc.arg(status) and q.waiting_since is null
        order by q.last_at desc, q.id limit 1000)
    ) c
    left join conversation_crowd w on w.id = c.id
    order by c.waiting_since is null, coalesce(w.place, 0), c.waiting_since, c.last_at desc, c.id
    limit 50 offset sqlc.arg(skip)::int
)
select c.id, c.member_id, c.locale, c.status, c.last_seq, c.customer_read_seq, c.waiting_since, c.last_at, c.last_sender, c.preview, c.seen_at,
       coalesce(m.public_id, '') as public_id, coalesce(m.name, '') as member_name, coalesce(o.username, '') as assignee, s.place as place_at_address,
       (select count(*) from chat_message x where x.conversation_id = c.id and x.seq > c.support_read_seq and x.sender = 'customer') as unread,
       exists (select from play_closed p where p.member_id = c.member_id and p.until > sqlc.arg(now)::timestamptz) as play_closed
from shown s join conversation c on c.id = s.id
left join member m on m.id = c.member_id
left join operator o on o.id = c.assignee
order by s.waiting_since is null, s.place, s.waiting_since, s.last_at desc, s.id;

-- name: GetInboxRow :many
select c.id, c.member_id, c.locale, c.status, c.last_seq, c.customer_read_seq, c.waiting_since, c.last_at, c.last_sender, c.preview, c.seen_at,
       coalesce(m.public_id, '') as public_id, coalesce(m.name, '') as member_name, coalesce(o.username, '') as assignee, coalesce(w.place, 0)::bigint as place_at_address,
       (select count(*) from chat_message x where x.conversation_id = c.id and x.seq > c.support_read_seq and x.sender = 'customer') as unread,
       exists (select from play_closed p where p.member_id = c.member_id and p.until > sqlc.arg(now)::timestamptz) as play_closed
from conversation c
left join member m on m.id = c.member_id
left join operator o on o.id = c.assignee
left join conversation_crowd w on w.id = c.id
where c.id = any(sqlc.arg(ids)::bigint[]) and c.joined_to is null and c.last_seq > 0;

-- name: CountInbox :one
-- Conversations that wait for support, and those with messages that support has not read. Few conversations are in either state.
select (select count(*) from conversation c where c.status = 'OPEN' and c.joined_to is null and c.last_seq > 0 and c.waiting_since is not null) as waiting,
       (select count(*) from conversation c where c.status = 'OPEN' and c.joined_to is null and c.last_seq > c.support_read_seq
            and exists (select from chat_message x where x.conversation_id = c.id and x.seq > c.support_read_seq and x.sender = 'customer' offset 0)) as unread;
