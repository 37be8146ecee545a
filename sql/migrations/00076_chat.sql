-- +goose Up

-- Who said it and from where, beside the account: the name at that time (a guest's is
-- their own word), the login session (a guest's is what their app calls the visit), and
-- the device as a keyed hash of what pushes go to. Session and device are told to
-- nobody but the customer.
alter table chat_message
    add column name text not null default '',
    add column session text not null default '',
    add column device text not null default '';

-- +goose Down
alter table chat_message drop column name, drop column session, drop column device;
