-- +goose Up

-- What an account is for. The invariants speak of roles, so that a new kind of
-- account is proved from its first day.
--
--   wallet    a member's own money: each transfer that touches it has one line
--   points    a member's claims that are no money yet
--   house     the other side of what came and went
--   suspense  holds, until they are settled or voided
alter table account add column role text not null default 'wallet',
    add constraint account_role_known check (role in ('wallet', 'points', 'house', 'suspense'));
update account set role = case when kind in ('withdrawals_pending', 'returns_pending') then 'suspense' else 'house' end where id < 1000;
alter table account alter column role drop default,
    add constraint account_role_place check ((role in ('house', 'suspense')) = (id < 1000));
-- A member has one, in the currency that they registered with.
create unique index account_one_wallet on account (owner) where role = 'wallet';

-- +goose Down
alter table account drop column role;
