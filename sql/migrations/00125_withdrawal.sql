-- +goose Up

alter table withdrawal
    -- A walk found it at the provider, and our book had lost it. Until somebody or something has told whose
    -- it is, its hold stands and the member's other payouts wait.
    add restored_at timestamptz,
    add attributed_at timestamptz,
    -- It is to be voided as soon as the provider was asked twice and knows it not; what its line says then, and
    -- who wants it.
    add void_at timestamptz,
    add void_note text not null default '',
    add constraint withdrawal_attributed check (attributed_at is null or restored_at is not null),
    add constraint withdrawal_void check ((void_at is null) = (void_note = ''));
-- A member's withdrawals under way are few.
create index withdrawal_of_member on withdrawal (member_id) where done_at is null;
