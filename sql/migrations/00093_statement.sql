-- +goose Up

-- What is on its way is read with each wallet: of the few lines that hold something.
create index statement_line_held on statement_line (member_id) include (amount, type) where status = 'PENDING' and transfer_id is not null;

-- A transfer's call that may have come through at the provider, and has no outcome yet: what
-- the provider then reports as the balance may have the money in it or not.
create function is_moving(of_member bigint, of_slot text) returns boolean language sql stable as $$
    select exists (
        select from game_transfer t join game_leg l on l.transfer_id = t.id and l.n = t.leg
        where t.member_id = of_member and t.done_at is null and l.slot_code = of_slot and l.sends > 0 and l.ended is null)
$$;

-- +goose Down
drop function is_moving;
drop index statement_line_held;
