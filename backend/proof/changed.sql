-- Copies the rows of the members who changed since the last proof into temporary tables with the names of the real
-- ones. PostgreSQL looks up temporary tables first, so the queries of verify-ledger read them. Tables that are not
-- copied, and names with "public.", are read whole.

-- The transfers since the last proof, and the members whom they, their holds, their lines, or new plays concern. A
-- transfer between games has no account of its member, but a line or an open game transfer. The planner expects a third
-- of all transfers and days, and would read the tables whole. By default it also assumes a slow disk, on which reading
-- single rows by an index costs much more.
set local enable_seqscan = off;
set local random_page_cost = 1.1;
create temp table new_transfer on commit drop as
    select t.id, t.debit_id, t.credit_id, t.resolves_id from public.transfer t where t.tx >= (select p.tx_below from ledger_proof p);
analyze new_transfer;
create temp table changed_member on commit drop as
    with leg as (
        select debit_id as account_id from new_transfer
        union all select credit_id from new_transfer
        union all select h.debit_id from new_transfer n join public.transfer h on h.id = n.resolves_id
        union all select h.credit_id from new_transfer n join public.transfer h on h.id = n.resolves_id
    )
    select a.owner as id from (select distinct account_id from leg where account_id >= 1000) l join public.account a on a.id = l.account_id
    union
    select d.member_id from public.game_day d where d.version > (select p.plays from ledger_proof p)
    union
    select l.member_id from public.statement_line l join new_transfer n on n.id = l.transfer_id
    union
    select g.member_id from public.game_transfer g join new_transfer n on n.id = g.hold_id where g.done_at is null
    union
    select e.member_id from public.game_late e join new_transfer n on n.id = e.booked_id;
analyze changed_member;
set local enable_seqscan = on;

create temp table member on commit drop as
    select m.* from public.member m join changed_member c on c.id = m.id;
create temp table account on commit drop as
    select a.* from public.account a join changed_member c on c.id = a.owner
    union all
    select a.* from public.account a where a.id < 1000;
create temp table statement_line on commit drop as
    select l.* from public.statement_line l join changed_member c on c.id = l.member_id;
create temp table game_transfer on commit drop as -- has the id of its statement line
    select t.* from public.game_transfer t join statement_line l on l.id = t.id;
analyze member, account, statement_line, game_transfer;

-- All transfers of these members, and the new ones of house accounts. A hold comes with its settlement or void.
-- The ids get a table of their own, so that the planner knows how few they are.
create temp table found_transfer on commit drop as
    select id from new_transfer
    union select resolves_id from new_transfer where resolves_id is not null
    union select t.id from account a join public.transfer t on t.debit_id = a.id where a.id >= 1000
    union select t.id from account a join public.transfer t on t.credit_id = a.id where a.id >= 1000
    union select transfer_id from statement_line where transfer_id is not null
    union select f.id from game_transfer g cross join lateral unnest(array[g.hold_id, g.transfer_id]) f(id) where f.id is not null
    union select e.booked_id from public.game_late e join changed_member c on c.id = e.member_id where e.booked_id is not null;
analyze found_transfer;
create temp table transfer_id on commit drop as
    select id from found_transfer
    union select h.resolves_id from found_transfer f join public.transfer h on h.id = f.id where h.resolves_id is not null
    union select r.id from found_transfer f join public.transfer r on r.resolves_id = f.id;
analyze transfer_id;
create temp table transfer on commit drop as
    select t.* from public.transfer t join transfer_id i on i.id = t.id;
analyze transfer;

-- Payments. Some have no member yet, so they are found by their transfers. "offset 0" makes the planner look up each
-- transfer's payment. Without it, the planner reads the whole table.
create temp table bank_feed on commit drop as
    select f.* from public.bank_feed f join transfer_id i on i.id = f.transfer_id;
create temp table deposit_claim on commit drop as
    select c.* from public.deposit_claim c join transfer_id i on i.id = c.transfer_id;
create temp table gift on commit drop as
    select g.* from public.gift g join transfer_id i on i.id = g.transfer_id;
create temp table money_return on commit drop as
    select r.* from public.money_return r join transfer_id i on i.id = r.hold_id;
create temp table qr_order on commit drop as
    select o.* from public.qr_order o join changed_member c on c.id = o.member_id
    union all
    select o.* from transfer_id i cross join lateral (select * from public.qr_order where transfer_id = i.id offset 0) o
    where o.member_id not in (select id from changed_member);
create temp table slip on commit drop as
    select s.* from public.slip s join changed_member c on c.id = s.member_id
    union all
    select s.* from transfer_id i cross join lateral (select * from public.slip where transfer_id = i.id offset 0) s
    where s.member_id not in (select id from changed_member);

-- A withdrawal has the id of its statement line.
create temp table withdrawal on commit drop as
    select w.* from public.withdrawal w join statement_line l on l.id = w.id;
create temp table withdrawal_gather on commit drop as
    select g.* from public.withdrawal_gather g join statement_line l on l.id = g.id;
create temp table game_leg on commit drop as
    select l.* from public.game_leg l join game_transfer t on t.id = l.transfer_id;
create temp table game_late on commit drop as
    select e.* from public.game_late e join game_leg l on l.id = e.leg_id;
create temp table game_settled on commit drop as
    select s.* from public.game_settled s join changed_member c on c.id = s.member_id;
create temp table game_account on commit drop as
    select g.* from public.game_account g join changed_member c on c.id = g.member_id;
create temp table game_explained on commit drop as
    select e.* from public.game_explained e join changed_member c on c.id = e.member_id;
create temp table game_day on commit drop as
    select d.* from public.game_day d join changed_member c on c.id = d.member_id;
create index on game_day (member_id, day);

create temp table accrual on commit drop as
    select a.* from public.accrual a join changed_member c on c.id = a.member_id;
create temp table accrual_account on commit drop as
    select a.* from public.accrual_account a join changed_member c on c.id = a.member_id;
create temp table accrual_claim on commit drop as
    select a.* from public.accrual_claim a join changed_member c on c.id = a.member_id;
create temp table accrual_mark on commit drop as
    select m.* from public.accrual_mark m join changed_member c on c.id = m.subject_id;
create temp table bonus_taken on commit drop as
    select b.* from public.bonus_taken b join changed_member c on c.id = b.member_id;
create temp table turnover on commit drop as
    select t.* from public.turnover t join changed_member c on c.id = t.member_id;
create temp table coin_flow on commit drop as
    select f.* from public.coin_flow f join changed_member c on c.id = f.member_id;
create temp table spin_seed on commit drop as
    select s.* from public.spin_seed s join changed_member c on c.id = s.member_id;
create temp table spin on commit drop as
    select p.* from public.spin p join spin_seed s on s.id = p.seed_id;
create temp table coupon on commit drop as
    select u.* from public.coupon u join changed_member c on c.id = u.member_id;
analyze bank_feed, deposit_claim, gift, money_return, qr_order, slip, withdrawal, withdrawal_gather, game_leg, game_late, game_settled,
    game_account, game_explained, game_day, accrual, accrual_account, accrual_claim, accrual_mark, bonus_taken, turnover, coin_flow,
    spin_seed, spin, coupon;

-- Queries that this connection prepared before still read the real tables.
discard plans;
