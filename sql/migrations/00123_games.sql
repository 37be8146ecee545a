-- +goose Up

-- Returns what can have paid a bet in addition to the member's explained sum in a slot (package play), in
-- hundredths of the wallet's currency. lost_later is what plays with later bets have lost that were reported
-- before this bet. taken is what the member took out so late that earlier plays may not be reported yet (a
-- transfer may last a day). Lost plays with a bet at the same time count, too. At most 500 plays are read.
-- +goose StatementBegin
create function funds_beside(of_slot text, of_member bigint, of_play text, bet_at timestamptz, out lost_later bigint, out taken bigint)
language sql stable as $$
    select least(greatest(-coalesce(sum(l.net), 0), 0), 4000000000000000000)::bigint, (
        select coalesce(sum(t.amount), 0)::bigint from game_transfer t join slot s on s.code = t.from_slot left join game_feed f on f.slot_code = s.code
        cross join lateral (select coalesce(f.read_at, '-infinity') - make_interval(secs => s.lag) as moment) reported
        where t.from_slot = of_slot and t.member_id = of_member and t.state <> 'REFUSED'
            and t.created_at > reported.moment - interval '1 day' and (t.done_at is null or t.done_at > reported.moment)
    )
    from (
        select k.payout - k.bet as net from game_play p
        join game_play_key k on k.slot_code = p.slot_code and k.play_id = p.play_id and k.revision = p.revision
        where p.member_id = of_member and p.at >= bet_at and p.slot_code = of_slot and p.play_id <> of_play and (p.at > bet_at or k.payout < k.bet)
        order by p.at limit 500
    ) l
$$;
-- +goose StatementEnd

-- Replaces reckon(): wins and losses of plays are two sums now. Updates a member's sums in a slot. When money goes in,
-- explained starts at 0 or above: a negative sum stays unexplained until plays win or people settle it. Losses are a
-- separate sum, so that wins of plays that are reported together explain as much as wins alone.
drop function reckon(bigint, text, bigint, bigint, bigint, bigint, timestamptz);
-- +goose StatementBegin
create function reckon(of_member bigint, of_slot text, came_in bigint, went_out bigint, won bigint, lost bigint, by_people bigint, at timestamptz)
returns void language plpgsql as $$
declare
    r game_explained;
    most constant numeric := 4000000000000000000;
    set_off bigint;
begin
    select * into r from game_explained e where e.member_id = of_member and e.slot_code = of_slot for update;
    if not found then
        return;
    end if;
    if came_in > 0 and r.explained < 0 then
        r.unexplained := r.unexplained - r.explained;
        r.explained := 0;
    end if;
    set_off := least(won + by_people, r.unexplained);
    r.explained := greatest(least(r.explained::numeric + came_in - went_out + won - lost + by_people - set_off, most), -most);
    r.unexplained := r.unexplained - set_off;
    update game_explained e set
        moved_in = r.moved_in + came_in, moved_out = r.moved_out + went_out,
        net = greatest(least(r.net::numeric + won - lost, most), -most), settled = r.settled + by_people,
        explained = r.explained, unexplained = r.unexplained,
        unexplained_at = case when r.unexplained > 0 or r.explained < 0 then coalesce(r.unexplained_at, at) end
    where e.member_id = of_member and e.slot_code = of_slot;
end $$;
-- +goose StatementEnd
