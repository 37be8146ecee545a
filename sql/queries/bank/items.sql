-- The items that wait for a cashier, each with its member, and the count of these items.

-- name: ListWaitingSlips :many
-- With the claim on the slip's transfer, and the names that a bank printed for the member.
select sqlc.embed(s), m.seen as member,
    array(select n.name from printed_name n join member o on o.id = n.member_id
          where n.member_id = s.member_id and n.bank_code = o.bank_code and n.account_no = o.bank_account_no)::text[] as printed, c.slip_id as claim_slip, c.transfer_id as claim_transfer, coalesce(c.via::text, '')::text as claim_via
from slip s join member_seen m on m.id = s.member_id
left join deposit_claim c on c.bank = s.sending_bank and c.trans_ref = s.trans_ref
where s.state = 'REVIEW' and (s.uploaded_at, s.id::text collate "C") > (sqlc.arg(after)::timestamptz, sqlc.arg(after_id)::text)
and sqlc.arg(member)::bigint in (0, s.member_id)
order by s.uploaded_at, s.id::text collate "C" limit sqlc.arg(most)::int;

-- name: CountWaitingSlips :one
select count(*) as waiting, coalesce(min(uploaded_at), now())::timestamptz as oldest from slip where state = 'REVIEW';

-- name: ListWaitingFeedRows :many
select * from bank_feed where state = 'UNMATCHED' and (received_at, id::text collate "C") > (sqlc.arg(after)::timestamptz, sqlc.arg(after_id)::text)
order by received_at, id::text collate "C" limit sqlc.arg(most)::int;

-- name: CountWaitingFeedRows :one
select count(*) as waiting, coalesce(min(received_at), now())::timestamptz as oldest from bank_feed where state = 'UNMATCHED';

-- name: GetWaitingFeedRow :one
select * from bank_feed where id = $1 and state = 'UNMATCHED';

-- name: GetMemberForOperators :one
select v.seen from member m join member_seen v on v.id = m.id where m.public_id = $1;

