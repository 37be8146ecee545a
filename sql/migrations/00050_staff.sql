-- +goose Up

-- Domains offer the acts that take two people; the table needs no list of them.
alter table proposal drop constraint proposal_kind_check, drop constraint proposal_member;

-- +goose Down
delete from proposal where kind not in ('ADJUSTMENT', 'PAYOUT_ACCOUNT', 'DIFFERENCE', 'RELEASE_PAYOUTS', 'TRANSFER');
alter table proposal
    add constraint proposal_kind_check check (kind in ('ADJUSTMENT', 'PAYOUT_ACCOUNT', 'DIFFERENCE', 'RELEASE_PAYOUTS', 'TRANSFER')),
    add constraint proposal_member check ((member_id is null) = (kind = 'RELEASE_PAYOUTS'));
