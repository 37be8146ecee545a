-- +goose Up

-- With the id, the inbox reads the newest conversations from the index alone, in its order.
drop index conversation_inbox;
create index conversation_inbox on conversation (status, waiting_since, last_at desc, id) where joined_to is null and last_seq > 0;
