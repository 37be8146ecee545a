-- +goose Up

-- Few conversations have messages that support has not read: the console counts those.
create index conversation_unread on conversation (id) where last_seq > support_read_seq and status = 'OPEN' and joined_to is null;
-- The conversations that an operator has taken.
create index conversation_assigned on conversation (assignee, last_at desc) where assignee is not null;
