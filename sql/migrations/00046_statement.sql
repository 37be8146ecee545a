-- +goose Up

-- A failed line names the void of its hold, so that each transfer that touches a
-- wallet has a line.
update statement_line l set transfer_id = r.id
from withdrawal w join transfer r on r.resolves_id = w.hold_id and r.kind = 'void'
where l.id = w.id and l.status = 'FAILED';

-- +goose Down
update statement_line set transfer_id = null where status = 'FAILED';
