-- +goose Up

-- The WAL timeline that the epoch belongs to: a standby that was promoted goes
-- on in another one, perhaps without the last transactions. Null: not seen yet.
alter table sync_epoch add column timeline integer;

-- +goose Down
alter table sync_epoch drop column timeline;
