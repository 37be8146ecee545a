-- +goose Up

-- What is left of a kept answer after its 90 days: of what moved money as much of it
-- as a repeat needs to ask how it stands, for ever; null where a repeat is a new call.
alter table idempotency add column lasting bytea;

-- An announced transfer has a line as well, and moved nothing.
create function answered_line(body bytea) returns uuid language sql immutable as
    $$ select (convert_from(body, 'UTF8')::jsonb #>> '{statement,_id}')::uuid $$;
update idempotency set lasting = convert_to('{"statement":{"_id":"' || answered_line(body) || '"}}', 'UTF8')
where status in (200, 202) and position('{"statement":{' in convert_from(body, 'UTF8')) = 1
    and not exists (select from announcement a where a.line_id = answered_line(body));
drop function answered_line;

-- +goose Down
alter table idempotency drop column lasting;
