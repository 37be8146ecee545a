-- +goose Up

-- Returns when a member requested the last withdrawal that was paid or approved; '-infinity' if there is none. The
-- statement's index finds a member's lines; withdrawals have none by member.
create function last_paid(of_member bigint) returns timestamptz language sql stable as $$
    select greatest('-infinity',
        (select l.created_at from statement_line l where l.member_id = of_member and l.type = 'withdraw' and l.status = 'SUCCESS' order by l.created_at desc, l.id desc limit 1),
        (select max(w.created_at) from withdrawal w where w.member_id = of_member and w.approved_by is not null))
$$;

-- A comparison with the provider reads what was sent within some days. Rows come in about that order, so the ranges of
-- blocks are enough.
create index withdrawal_sent on withdrawal using brin (sent_at) with (pages_per_range = 16, autosummarize = on);
