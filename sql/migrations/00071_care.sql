-- +goose Up

-- Whether a member cools off, or has excluded themself and not come back.
create function play_closed(member bigint, at timestamptz) returns boolean language sql stable
return exists (
    select from exclusion e
    where e.member_id = member and case e.kind when 'COOL_OFF' then e.ends_at > at else e.returned_at is null end
);

-- +goose Down
drop function play_closed;
