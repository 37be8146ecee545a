-- +goose Up

alter table withdrawal
    -- A comparison found it at the provider, and our ledger had lost it. Until its owner is certain, the hold
    -- remains and the member's other payouts wait.
    add restored_at timestamptz,
    add attributed_at timestamptz,
    -- It must be voided as soon as the provider was queried twice and does not know it. The code for its line
    -- then, and who requested this.
    add void_at timestamptz,
    add void_note text not null default '',
    add constraint withdrawal_attributed check (attributed_at is null or restored_at is not null),
    add constraint withdrawal_void check ((void_at is null) = (void_note = ''));
-- A member has few unfinished withdrawals.
create index withdrawal_of_member on withdrawal (member_id) where done_at is null;
