-- +goose Up

-- Two more acts of two people: to say whose a payment is that our book lost, and
-- to let payouts go on. The second is about no member.
alter table proposal
    drop constraint proposal_kind_check,
    alter column member_id drop not null;
alter table proposal
    add constraint proposal_kind_check check (kind in ('ADJUSTMENT', 'PAYOUT_ACCOUNT', 'DIFFERENCE', 'RELEASE_PAYOUTS')),
    add constraint proposal_member check ((member_id is null) = (kind = 'RELEASE_PAYOUTS'));

-- +goose Down
delete from proposal where kind in ('DIFFERENCE', 'RELEASE_PAYOUTS');
alter table proposal drop constraint proposal_kind_check, drop constraint proposal_member, alter column member_id set not null;
alter table proposal add constraint proposal_kind_check check (kind in ('ADJUSTMENT', 'PAYOUT_ACCOUNT'));
