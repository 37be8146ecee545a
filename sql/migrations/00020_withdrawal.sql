-- +goose Up

-- A type instead of a check of a text, as for the statement's lines. A state is
-- above SENDING once the withdrawal has ended.
create type withdrawal_state as enum ('APPROVAL', 'QUEUED', 'SENDING', 'PAID', 'FAILED');
drop index withdrawal_open;
alter table withdrawal
    drop constraint withdrawal_state,
    drop constraint withdrawal_done,
    drop constraint withdrawal_sent,
    alter column state type withdrawal_state using state::withdrawal_state;
alter table withdrawal
    add constraint withdrawal_done check ((state > 'SENDING') = (transfer_id is not null) and (transfer_id is null) = (done_at is null)),
    add constraint withdrawal_sent check ((sends > 0) = (sent_at is not null) and (state <> 'SENDING' or sends > 0));
create index withdrawal_open on withdrawal (state, created_at) where done_at is null;

-- +goose Down
drop index withdrawal_open;
alter table withdrawal
    drop constraint withdrawal_done,
    drop constraint withdrawal_sent,
    alter column state type text;
alter table withdrawal
    add constraint withdrawal_state check (state in ('APPROVAL', 'QUEUED', 'SENDING', 'PAID', 'FAILED')),
    add constraint withdrawal_done check ((state in ('PAID', 'FAILED')) = (transfer_id is not null) and (transfer_id is null) = (done_at is null)),
    add constraint withdrawal_sent check ((sends > 0) = (sent_at is not null) and (state not in ('SENDING') or sends > 0));
create index withdrawal_open on withdrawal (state, created_at) where state in ('APPROVAL', 'QUEUED', 'SENDING');
drop type withdrawal_state;
