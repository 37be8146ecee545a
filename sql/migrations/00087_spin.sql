-- +goose Up
-- Coins are minted from the smaller of two figures: the mark of deposits less withdrawals, and the valid turnover. What
-- was minted from the mark alone stays counted, so new coins come once the smaller figure passes it.
alter table coin_flow add column played bigint not null default 0; -- all valid stakes, by their slots' share
drop index coin_flow_due;

insert into coin_flow as f (member_id, currency, played)
select d.member_id, min(s.currency), least(sum(d.valid::numeric * s.share) / 100, 9000000000000000)::bigint
from game_day d join slot s on s.code = d.slot_code group by d.member_id
on conflict (member_id) do update set played = excluded.played;

create index coin_flow_due on coin_flow (currency, (least(mark, played) - counted));

-- The version of the last day of play that coins have followed.
create table spin_mark (plays bigint not null);
insert into spin_mark select version from game_book;

-- +goose Down
drop table spin_mark;
drop index coin_flow_due;
alter table coin_flow drop column played;
create index coin_flow_due on coin_flow (currency, (mark - counted));
