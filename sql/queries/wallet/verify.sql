-- name: VerifyLines :one
-- Counts four kinds of rows: transfers of a wallet that no line of its member names, directly or by
-- their settlement or void; lines whose transfer is missing or has another amount or currency; lines
-- without a member; and PENDING lines whose hold has ended.
select (select count(*) from (
        select t.id, a.owner from transfer t join account a on a.id = t.debit_id where a.role = 'wallet'
        union all
        select t.id, a.owner from transfer t join account a on a.id = t.credit_id where a.role = 'wallet'
    ) as leg
    left join transfer r on r.resolves_id = leg.id
    left join statement_line l on l.transfer_id = coalesce(r.id, leg.id)
    where l.member_id is distinct from leg.owner)
  + (select count(*) from statement_line l left join transfer t on t.id = l.transfer_id
    where l.transfer_id is not null and (t.id is null or t.amount <> l.amount or t.currency <> l.currency))
  + (select count(*) from statement_line l where not exists (select from member m where m.id = l.member_id))
  + (select count(*) from statement_line l join transfer r on r.resolves_id = l.transfer_id where l.status = 'PENDING');
