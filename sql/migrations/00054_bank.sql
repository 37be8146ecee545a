-- +goose Up

-- Each credit writes these rows. PostgreSQL reads the text of a check and of a
-- foreign key's query anew for every statement, so types take the place of checks,
-- and verify-ledger counts what the keys forbade. A claim's key on the member took
-- a share of the member's row before the wallet's lock, too, and could meet a change
-- of the payout account halfway.
create type deposit_via as enum ('slip', 'feed', 'cashier');
create type proof_via as enum ('slip', 'feed', 'cashier', 'earlier');
create type feed_state as enum ('NEW', 'UNMATCHED', 'DONE');

alter table deposit_claim
    drop constraint deposit_claim_via_check,
    drop constraint deposit_claim_member_id_fkey,
    drop constraint deposit_claim_slip_id_fkey,
    alter column via type deposit_via using via::deposit_via;

alter table payout_proof
    drop constraint payout_proof_via_check,
    alter column via type proof_via using via::proof_via;

drop index bank_feed_unmatched;
alter table bank_feed
    drop constraint bank_feed_state,
    drop constraint bank_feed_member_id_fkey,
    alter column state drop default,
    alter column state type feed_state using state::feed_state,
    alter column state set default 'NEW';
create index bank_feed_unmatched on bank_feed (received_at) where state <> 'DONE';

-- +goose Down
drop index bank_feed_unmatched;
alter table bank_feed
    alter column state drop default,
    alter column state type text,
    alter column state set default 'NEW',
    add constraint bank_feed_state check (state in ('NEW', 'UNMATCHED', 'DONE')),
    add constraint bank_feed_member_id_fkey foreign key (member_id) references member (id);
create index bank_feed_unmatched on bank_feed (received_at) where state <> 'DONE';
alter table payout_proof
    alter column via type text,
    add constraint payout_proof_via_check check (via in ('slip', 'feed', 'cashier', 'earlier'));
alter table deposit_claim
    alter column via type text,
    add constraint deposit_claim_via_check check (via in ('slip', 'feed', 'cashier')),
    add constraint deposit_claim_member_id_fkey foreign key (member_id) references member (id),
    add constraint deposit_claim_slip_id_fkey foreign key (slip_id) references slip (id);
drop type feed_state;
drop type proof_via;
drop type deposit_via;
