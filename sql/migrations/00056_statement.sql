-- +goose Up

-- A game as an end of a movement; its code is the slot's.
alter type place_kind add value if not exists 'game';

-- +goose Down
-- A type's value cannot be taken away; nothing writes it any more.
select 1;
