-- +goose Up

-- One more act of two people: to credit a bank transfer to a member whom what the
-- bank shows of the payer contradicts.
alter table proposal drop constraint proposal_kind_check;
alter table proposal add constraint proposal_kind_check
    check (kind in ('ADJUSTMENT', 'PAYOUT_ACCOUNT', 'DIFFERENCE', 'RELEASE_PAYOUTS', 'TRANSFER'));

-- +goose Down
delete from proposal where kind = 'TRANSFER';
alter table proposal drop constraint proposal_kind_check;
alter table proposal add constraint proposal_kind_check check (kind in ('ADJUSTMENT', 'PAYOUT_ACCOUNT', 'DIFFERENCE', 'RELEASE_PAYOUTS'));
