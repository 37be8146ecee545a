-- +goose Up

-- A member whose money an operator has stopped: they sign in, read and chat, and
-- nothing of theirs moves. Until lifted by hand, it is the year 9999.
alter table member
    add column frozen_until timestamptz,
    add column frozen_why   text not null default '',
    add column frozen_by    text not null default '',
    add column frozen_at    timestamptz;

-- A member as operators see them beside what waits (staff.Member).
create view member_seen as
select m.id, jsonb_build_object(
        '_id', m.public_id, 'active', m.active, 'frozenUntil', m.frozen_until, 'currency', m.currency,
        'bankCode', m.bank_code, 'bankNumber', coalesce(b.number, ''), 'accountName', m.bank_account_name, 'accountNo', m.bank_account_no) as seen
from member m left join bank b on b.code = m.bank_code;

-- +goose Down
drop view member_seen;
alter table member drop column frozen_until, drop column frozen_why, drop column frozen_by, drop column frozen_at;
