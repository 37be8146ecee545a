-- +goose Up

-- What gives a reward as an end of a movement; its code is bonus, promotion, invite,
-- refund or luckydraw.
alter type place_kind add value if not exists 'reward';

-- +goose Down
-- A type's value cannot be taken away; nothing writes it any more.
select 1;
