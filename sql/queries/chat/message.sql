-- name: InsertMessageFromCustomer :one
-- The row lock orders the numbers. A customer may send 30 messages at once, and one more per second. Returns no
-- row if the customer has sent too many, or the conversation was retired.
with c as (
    update conversation set
        last_seq = last_seq + 1, last_at = sqlc.arg(now)::timestamptz, last_sender = 'customer', preview = sqlc.arg(preview)::text, status = 'OPEN',
        locale = sqlc.arg(locale)::text,
        waiting_since = coalesce(waiting_since, sqlc.arg(now)::timestamptz),
        send_until = greatest(send_until, sqlc.arg(now)::timestamptz) + interval '1 second'
    where conversation.id = sqlc.arg(conversation_id) and joined_to is null and send_until <= sqlc.arg(now)::timestamptz + interval '29 seconds'
    returning conversation.id, last_seq, member_id
)
insert into chat_message (conversation_id, seq, sender, client_id, type, payload, created_at, name, session, device)
select c.id, c.last_seq, 'customer', sqlc.arg(client_id), sqlc.arg(type), sqlc.arg(payload), sqlc.arg(now)::timestamptz,
       coalesce((select m.name from member m where m.id = c.member_id), sqlc.arg(guest_name)::text), sqlc.arg(session), sqlc.arg(device)
from c
returning *;

-- name: InsertMessageFromSupport :one
with c as (
    update conversation set
        last_seq = last_seq + 1, last_at = sqlc.arg(now)::timestamptz, last_sender = 'support', preview = sqlc.arg(preview)::text, status = 'OPEN',
        waiting_since = null, support_read_seq = last_seq + 1
    where conversation.id = sqlc.arg(conversation_id) and joined_to is null and last_seq > 0
    returning conversation.id, last_seq
)
insert into chat_message (conversation_id, seq, sender, operator_id, client_id, type, payload, created_at)
select c.id, c.last_seq, 'support', sqlc.arg(operator_id), sqlc.arg(client_id), sqlc.arg(type), sqlc.arg(payload), sqlc.arg(now)::timestamptz from c
returning *;

-- name: GetMessageByClientID :one
select * from chat_message where conversation_id = $1 and sender = $2 and client_id = $3;

-- name: ListMessagesBySeq :many
select * from chat_message
where (conversation_id, seq) in (select unnest(sqlc.arg(conversations)::bigint[]), unnest(sqlc.arg(seqs)::bigint[]));

-- name: ListNewestMessages :many
select * from chat_message where conversation_id = $1 and seq < sqlc.arg(before_seq)
order by seq desc limit sqlc.arg(page_size)::int offset sqlc.arg(skip)::int;

-- name: ListMessagesAfter :many
select * from chat_message where conversation_id = $1 and seq > sqlc.arg(after_seq)
order by seq limit sqlc.arg(page_size)::int;

-- name: DeleteDoubledMessages :exec
-- Deletes a guest's messages that were sent again as the member, because the first response was lost.
delete from chat_message g using chat_message m
where g.conversation_id = sqlc.arg(guest) and m.conversation_id = sqlc.arg(member) and m.sender = g.sender and m.client_id = g.client_id;

-- name: MoveMessages :execrows
update chat_message x set conversation_id = sqlc.arg(member), seq = sqlc.arg(base)::bigint + n.rank
from (select g.seq, row_number() over (order by g.seq) as rank from chat_message g where g.conversation_id = sqlc.arg(guest)) n
where x.conversation_id = sqlc.arg(guest) and x.seq = n.seq;
