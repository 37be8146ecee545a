-- +goose Up

-- The member's history. A line is written in the transaction that moves the
-- money it speaks of.
create table statement_line (
    id          uuid primary key,
    member_id   bigint not null references member (id),
    type        text not null,
    status      text not null,
    from_name   text not null, -- 'WALLET', a slot code, or a name as the member reads it
    to_name     text not null,
    amount      bigint not null,
    currency    text not null,
    note        text not null default '', -- a code of the catalogue, for a failed line
    links       jsonb not null default '{}', -- bonus, promotion, invite, refund, luckydraw
    transfer_id bigint unique, -- the final transfer of a SUCCESS line, the hold of a PENDING one
    version     bigint not null,
    created_at  timestamptz not null,
    constraint statement_line_type check (type in ('deposit', 'bonus', 'finish_bonus', 'withdraw', 'transfer')),
    constraint statement_line_status check (status in ('PENDING', 'SUCCESS', 'FAILED')),
    constraint statement_line_amount check (amount >= 0),
    -- Money that moved for good has its transfer; a finished bonus may move none.
    constraint statement_line_transfer check (status <> 'SUCCESS' or type = 'finish_bonus' or transfer_id is not null)
);
create index statement_line_page on statement_line (member_id, created_at desc, id desc);
create index statement_line_sync on statement_line (member_id, version);

-- +goose Down
drop table statement_line;
