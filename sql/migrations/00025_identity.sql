-- +goose Up

-- Who asked for a code: the limits count for a phone and one caller. A device
-- that signed in as the phone's member before has a place of its own, which
-- nobody else's calls can fill.
alter table otp
    add column caller text not null default '',
    add column own boolean not null default false;

-- Wrong passwords typed in a session; too many end it.
alter table session add column guesses integer not null default 0;

-- A member's newest devices are kept.
alter table known_device add column seen_at timestamptz not null default now();

-- +goose Down
alter table known_device drop column seen_at;
alter table session drop column guesses;
alter table otp drop column own, drop column caller;
