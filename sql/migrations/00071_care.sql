-- +goose Up

-- Until when play is closed for whoever cools off, or has excluded themself and not come
-- back: the one place of that rule. A view, since a function would be planned anew.
create view play_closed as
select member_id, case kind when 'COOL_OFF' then ends_at else 'infinity' end as until
from exclusion where kind = 'COOL_OFF' or returned_at is null;

-- +goose Down
drop view play_closed;
