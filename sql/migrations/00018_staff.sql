-- +goose Up

-- An act that needs two people: one proposes, another approves or rejects.
create table proposal (
    id          uuid primary key,
    kind        text not null check (kind in ('ADJUSTMENT', 'PAYOUT_ACCOUNT')),
    member_id   bigint not null references member (id),
    what        jsonb not null,
    why         text not null,
    proposed_by bigint not null references operator (id),
    proposed_at timestamptz not null,
    state       text not null default 'OPEN' check (state in ('OPEN', 'APPROVED', 'REJECTED')),
    decided_by  bigint references operator (id),
    decided_at  timestamptz,
    constraint proposal_decided check ((state = 'OPEN') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
    constraint proposal_two_people check (state <> 'APPROVED' or decided_by <> proposed_by)
);
create index proposal_open on proposal (proposed_at) where state = 'OPEN';

-- +goose Down
drop table proposal;
