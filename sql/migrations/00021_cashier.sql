-- +goose Up

-- Accounts that money may go out to without a person's look, each under the name
-- that was compared: a bank transfer from it was credited by the rules, and its
-- name and every digit shown agreed; or a cashier approved a payout to it.
create table payout_proof (
    member_id    bigint not null references member (id),
    bank_code    text not null,
    account_no   text not null,
    account_name text not null,
    via          text not null check (via in ('slip', 'feed', 'cashier', 'earlier')),
    proved_at    timestamptz not null,
    primary key (member_id, bank_code, account_no, account_name)
);
-- Whoever was paid before has had their first payout.
insert into payout_proof (member_id, bank_code, account_no, account_name, via, proved_at)
select distinct on (member_id, bank_code, account_no, account_name) member_id, bank_code, account_no, account_name, 'earlier', done_at
from withdrawal where state = 'PAID' order by member_id, bank_code, account_no, account_name, done_at;

-- When a slip's own check began, and when it last got a step further. A slip
-- that waits behind others has neither.
alter table slip
    add column started_at timestamptz,
    add column progress_at timestamptz;

-- +goose Down
alter table slip drop column progress_at, drop column started_at;
drop table payout_proof;
