-- +goose Up

-- A setting that is an amount has one in each currency: {"BAHT", "LAK"}. One that is missing is
-- the default.
insert into setting (name, value)
select left(name, -3), jsonb_build_object('LAK', value) from setting
where name in ('withdrawMinKip', 'withdrawMaxKip', 'withdrawAutoKip', 'bonusEndKip', 'inviteCapKip', 'refundCapKip', 'coinPerKip', 'unexplainedMemberKip', 'unexplainedSlotKip')
on conflict (name) do update set value = jsonb_build_object('BAHT', setting.value) || excluded.value;
delete from setting where name like '%Kip';
update setting set value = jsonb_build_object('BAHT', value)
where name in ('withdrawMin', 'withdrawMax', 'withdrawAuto', 'bonusEnd', 'inviteCap', 'refundCap', 'coinPer', 'unexplainedMember', 'unexplainedSlot')
    and jsonb_typeof(value) = 'number';

-- +goose Down
insert into setting (name, value)
select name || 'Kip', value -> 'LAK' from setting where jsonb_typeof(value) = 'object' and value ? 'LAK';
delete from setting where jsonb_typeof(value) = 'object' and value ? 'LAK' and not value ? 'BAHT';
update setting set value = value -> 'BAHT' where jsonb_typeof(value) = 'object' and value ? 'BAHT';
