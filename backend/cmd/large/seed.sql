-- Inserts members with histories for which all invariants of verify-ledger hold. The temporary table size
-- has the numbers of members, cycles and plays. Statements are separated by lines that begin with "-- step:".
--
-- A member's history consists of cycles of five statement lines. In cycle A the member deposits by a bank
-- report, moves money into a game and back, withdraws, and cancels a second withdrawal. In cycle B the
-- member deposits by slip, moves money into a game and back, deposits by QR code, and withdraws. Both
-- cycles end with 100 baht more in the wallet. Odd and even members begin with different cycles. Rows are
-- inserted cycle by cycle, so the rows of one member are spread over a table as in production.

-- step: members
insert into member (id, public_id, phone, name, password_hash, bank_code, bank_account_name, bank_account_no, version, created_at, invited_by)
overriding system value
select s.base + i, 'L' || lpad(upper(to_hex(i)), 7, '0'), '07' || lpad(i::text, 8, '0'), (array['บอส','แนน','เก่ง','พลอย','Bank','Mint','นัท','ฟ้า'])[1 + (i % 8)::int] || i % 97,
    '', (array['KTB','SCB','BBL','BAY'])[1 + (i % 4)::int],
    case when i % 10 < 7
        then (array['นาย','นาง','นางสาว'])[1 + (i % 3)::int] || ' ' || (array['สมชาย','ณัฐพล','กิตติ','ศิริพร','อรทัย','วิภา','ธนากร','พิมพ์ชนก','ชลธิชา','ปรีชา','สุดารัตน์','อนุชา','วรวุฒิ','จิราภรณ์','เกศรินทร์','ภาณุพงศ์'])[1 + (i / 3 % 16)::int]
        else (array['MR','MRS','MISS'])[1 + (i % 3)::int] || ' ' || (array['SOMCHAI','NATTAPON','KITTI','SIRIPORN','ORATHAI','WIPHA','THANAKORN','PIMCHANOK','CHONTHICHA','PREECHA','SUDARAT','ANUCHA','WORAWUT','JIRAPORN','KETSARIN','PHANUPONG'])[1 + (i / 3 % 16)::int] end
    || ' ' || (array['ใจดี','ศรีสุข','ทองคำ','แสงจันทร์','บุญมี','รักไทย','พงษ์พาณิช','วัฒนกุล','สายทอง','เจริญผล','มั่นคง','ดวงแก้ว'])[1 + (i / 48 % 12)::int] || (array['กุล','วงศ์','พันธ์','ชัย','รัตน์','สกุล','นนท์','เดช'])[1 + (i / 576 % 8)::int] || case when i % 10 < 7 then '' else ' ' || chr((65 + i / 4608 % 26)::int) || chr((65 + i / 119808 % 26)::int) end,
    lpad((1000000000 + i)::text, 10, '0'), s.cycles * 10 + 20, now() - interval '400 days' + i % 300 * interval '1 day',
    case when i % 3 = 2 then s.base + i - 1 end
from size s, generate_series(0, s.members - 1) i;

-- step: member_versions
insert into member_version (member_id, version) select s.base + i, s.cycles * 10 + 20 from size s, generate_series(0, s.members - 1) i;

-- step: wallets
insert into account (id, owner, kind, role, currency, balance)
select s.base + i, s.base + i, 'wallet', 'wallet', 'BAHT', s.cycles * 10000 + case when i % 10 = 0 then 5000 else 0 end
from size s, generate_series(0, s.members - 1) i;

-- step: logins
insert into session (member_id, token_hash, remember, device, created_at, last_seen_at, expires_at)
select s.base + i, sha256(convert_to('large-' || i, 'UTF8')), true, 'Chrome, Android', now(), now(), now() + interval '30 days' from size s, generate_series(0, s.members - 1) i;
insert into known_device (member_id, device_hash, seen_at)
select s.base + i, sha256(convert_to('device-' || i, 'UTF8')), now() from size s, generate_series(0, s.members - 1) i;
insert into sign_in_address (member_id, day, address, at)
select s.base + i, current_date - d, '10.' || i % 200 || '.' || i / 200 % 250 || '.' || d, now() - d * interval '1 day' from size s, generate_series(0, s.members - 1) i, generate_series(0, 4) d;
insert into payout_proof (member_id, bank_code, account_no, account_name, via, proved_at, by_deposit)
select m.id, m.bank_code, m.bank_account_no, m.bank_account_name, 'feed', m.created_at, true from member m, size s where m.id >= s.base;

-- step: cycles
-- One row per member and cycle. before is the wallet's balance at the cycle's start. transfer and version are the
-- numbers from which its rows count.
create temp table cycle as
select s.base + i as member_id, i, c, (i + c) % 2 = 0 as is_a, (c - 1) * 10000::bigint as before,
    s.first_transfer + ((c - 1) * s.members + i) * 8 as transfer, (c - 1) * 10 as version,
    now() - (s.cycles - c) * (interval '60 days' / s.cycles) - interval '3 hours' - (i * 7919 % 72000) * interval '1 second' as at,
    (array['joker2','pg','pgslot','askmebet'])[1 + ((c - 1) % 4)::int] as slot, (array[100, 102, 104, 106])[1 + (c - 1) % 4]::bigint as house
from size s, generate_series(1, s.cycles) c, generate_series(0, s.members - 1) i;
analyze cycle;
-- The lines of a cycle. n is the number of a line's hold or only transfer, and n_end of the transfer that ended the
-- hold. after is the wallet's balance after transfer n, without the balance at the cycle's start.
create temp table pattern (is_a boolean, k integer, what text, amount bigint, n integer, n_end integer, after bigint);
insert into pattern values
    (true, 1, 'feed', 50000, 0, null, 50000), (true, 2, 'in', 40000, 1, 2, 10000), (true, 3, 'out', 35000, 3, null, 45000),
    (true, 4, 'withdraw', 35000, 4, 5, 10000), (true, 5, 'void', 5000, 6, 7, 5000),
    (false, 1, 'slip', 30000, 0, null, 30000), (false, 2, 'in', 25000, 1, 2, 5000), (false, 3, 'out', 15000, 3, null, 20000),
    (false, 4, 'qr', 20000, 4, null, 40000), (false, 5, 'withdraw', 30000, 5, 6, 10000);
create temp view step as
select y.member_id, y.i, y.c, y.slot, y.house, p.k, p.what, p.amount, y.transfer + p.n as first_id, y.transfer + p.n_end as end_id, y.before + p.after as after,
    y.version + 2 * p.k as version, y.at + p.k * interval '17 minutes' as at, md5('line ' || y.member_id || ' ' || y.c || ' ' || p.k)::uuid as line_id
from cycle y join pattern p using (is_a);

-- step: transfers
insert into transfer (id, key, kind, debit_id, credit_id, amount, currency, debit_after, credit_after, resolves_id, created_at)
overriding system value
select t.* from step s cross join lateral (
    select s.first_id, md5('key ' || s.first_id)::uuid, case s.what when 'out' then 'game' when 'in' then 'hold' when 'withdraw' then 'hold' when 'void' then 'hold' else 'deposit' end,
        case s.what when 'out' then s.house when 'in' then s.member_id when 'withdraw' then s.member_id when 'void' then s.member_id when 'qr' then 7 else 1 end,
        case s.what when 'in' then s.house + 1 when 'withdraw' then 3 when 'void' then 3 else s.member_id end,
        s.amount, 'BAHT', case when s.what in ('in', 'withdraw', 'void') then s.after end, case when s.what not in ('in', 'withdraw', 'void') then s.after end, null::bigint, s.at
    union all
    select s.end_id, md5('key ' || s.end_id)::uuid, case s.what when 'void' then 'void' else 'settle' end,
        case s.what when 'in' then s.house + 1 else 3 end,
        case s.what when 'in' then s.house when 'void' then s.member_id else 4 end,
        s.amount, 'BAHT', null, case s.what when 'void' then s.after + s.amount end, s.first_id, s.at + interval '20 seconds'
    where s.end_id is not null
) t;

-- step: statement lines
insert into statement_line (id, member_id, type, status, amount, currency, note, transfer_id, version, created_at, from_kind, from_code, from_account, to_kind, to_code, to_account)
select s.line_id, s.member_id,
    (case s.what when 'in' then 'transfer' when 'out' then 'transfer' when 'withdraw' then 'withdraw' when 'void' then 'withdraw' else 'deposit' end)::statement_type,
    (case s.what when 'void' then 'FAILED' else 'SUCCESS' end)::statement_status, s.amount, 'BAHT', case s.what when 'void' then 'WITHDRAW_CANCELLED' else '' end,
    coalesce(s.end_id, s.first_id), s.version + case when s.end_id is null then 0 else 1 end, s.at,
    (case s.what when 'out' then 'game' when 'feed' then 'bank' when 'slip' then 'bank' when 'qr' then 'qr' else 'wallet' end)::place_kind,
    case s.what when 'out' then s.slot when 'feed' then 'KTB' when 'slip' then 'KTB' when 'qr' then 'KBANK' else '' end, '',
    (case s.what when 'in' then 'game' when 'withdraw' then 'bank' when 'void' then 'bank' else 'wallet' end)::place_kind,
    case s.what when 'in' then s.slot when 'withdraw' then 'KTB' when 'void' then 'KTB' else '' end, ''
from step s;
insert into statement_event (line_id, version, kind, at)
select s.line_id, s.version + 1, (case s.what when 'void' then 'cancelled' else 'done' end)::statement_event_kind, s.at + interval '20 seconds'
from step s where s.end_id is not null;

-- step: stored responses
insert into idempotency (scope, fingerprint, status, body, created_at, lasting)
select md5('scope ' || s.line_id)::uuid, sha256(convert_to(s.line_id::text, 'UTF8')), 202, convert_to(repeat('x', 300), 'UTF8'), s.at, convert_to('{"statement":{"_id":"' || s.line_id || '"}}', 'UTF8')
from step s where s.what in ('in', 'out', 'withdraw', 'void');

-- step: withdrawals
insert into withdrawal (id, member_id, amount, currency, hold_id, bank_code, bank_number, account_no, account_name, state, created_at, sends, sent_at, heard_at, transfer_id, done_at)
select s.line_id, s.member_id, s.amount, 'BAHT', s.first_id, 'KTB', '006', lpad((1000000000 + s.i)::text, 10, '0'), 'HOLDER', (case s.what when 'void' then 'FAILED' else 'PAID' end)::withdrawal_state,
    s.at, case s.what when 'void' then 0 else 1 end, case s.what when 'void' then null else s.at end, case s.what when 'void' then null else s.at end, s.end_id, s.at + interval '20 seconds'
from step s where s.what in ('withdraw', 'void');
insert into payout_day (member_id, day, amount) select s.base + i, current_date - 1, 35000 from size s, generate_series(0, s.members - 1) i;

-- step: game accounts
insert into game_account (member_id, slot_code, state, username, password, created_at, opened_at, units, asked_at, version)
select y.member_id, y.slot, 'ACTIVE', 'l' || y.i, '\x00', min(y.at), min(y.at), 0, max(y.at), 1 from cycle y group by y.member_id, y.i, y.slot;
insert into game_explained (member_id, slot_code, moved_in, moved_out, net, explained)
select e.member_id, e.slot, e.moved_in, e.moved_out, -e.plays * 10, e.moved_in - e.moved_out - e.plays * 10 from (
    select y.member_id, y.slot, sum(case when y.is_a then 40000 else 25000 end) as moved_in, sum(case when y.is_a then 35000 else 15000 end) as moved_out,
        case y.slot when 'joker2' then s.plays else 0 end as plays
    from cycle y, size s group by y.member_id, y.slot, s.plays
) e;

-- step: game transfers
insert into game_transfer (id, member_id, from_slot, to_slot, amount, currency, state, leg, hold_id, transfer_id, created_at, done_at)
select s.line_id, s.member_id, case s.what when 'out' then s.slot end, case s.what when 'in' then s.slot end, s.amount, 'BAHT', 'DONE', 1,
    case s.what when 'in' then s.first_id end, coalesce(s.end_id, s.first_id), s.at, s.at + interval '20 seconds'
from step s where s.what in ('in', 'out');
insert into game_leg (id, transfer_id, n, slot_code, into_game, username, units, sends, sent_at, heard_at, ended)
select md5('leg ' || s.line_id)::uuid, s.line_id, 1, s.slot, s.what = 'in', 'l' || s.i, s.amount, 1, s.at, s.at, 'DONE'
from step s where s.what in ('in', 'out');

-- step: bank reports and slips
insert into bank_feed (bank, trans_ref, account, name, to_bank, to_account, amount, currency, at, received_at, state, member_id, transfer_id, done_at, id)
select '006', 'F' || s.first_id, 'XXX-X-XX' || lpad((s.i % 1000)::text, 3, '0') || '-X', 'HOLDER', '004', '0483921567', s.amount, 'BAHT', s.at, s.at, 'DONE', s.member_id, s.first_id, s.at, md5('feed ' || s.first_id)::uuid
from step s where s.what = 'feed';
insert into slip (id, member_id, state, status, reference, picture, mime, bytes, captured_at, uploaded_at, sending_bank, trans_ref, amount, transfer_id, version, done_at, file, line_id)
select md5('slip ' || s.first_id)::uuid, s.member_id, 'DONE', 'SUCCESS', 'S' || s.first_id, md5(s.first_id::text), 'image/jpeg', 90000, s.at, s.at, '006', 'S' || s.first_id, s.amount, s.first_id, s.version, s.at, md5('file ' || s.first_id), s.line_id
from step s where s.what = 'slip';
insert into slip (id, member_id, state, status, reason, reference, picture, mime, bytes, captured_at, uploaded_at, version, file)
select md5('waiting ' || i)::uuid, s.base + i, 'REVIEW', 'PENDING', 'UNREADABLE', 'W' || i, md5('w' || i), 'image/jpeg', 90000, now() - i * interval '1 minute', now() - i * interval '1 minute', 1, md5('wfile ' || i)
from size s, generate_series(0, least(s.members, 50) - 1) i;
insert into deposit_claim (bank, trans_ref, member_id, via, slip_id, transfer_id, created_at)
select '006', upper(left(s.what, 1)) || s.first_id, s.member_id, s.what::deposit_via, case s.what when 'slip' then md5('slip ' || s.first_id)::uuid end, s.first_id, s.at
from step s where s.what in ('feed', 'slip');

-- step: QR orders
insert into qr_order (reference, id, member_id, provider, state, amount, pay_amount, paid_amount, currency, provider_id, created_at, expires_at, ended_at, asked_at, transfer_id)
select 'Q' || s.first_id, s.line_id, s.member_id, 'KBANK', 'PAID', s.amount, s.amount, s.amount, 'BAHT', 'P' || s.first_id, s.at, s.at, s.at, s.at, s.first_id
from step s where s.what = 'qr';

-- step: plays
update game_book set closed = current_date - 4;
insert into game_play_key (slot_code, play_id, member_id, revision, day, bet, payout, valid)
select 'joker2', 'L' || s.base + i || '-' || n, s.base + i, 1, current_date - 3 + (n % 3)::int, 100, 90, 100 from size s, generate_series(1, s.plays) n, generate_series(0, s.members - 1) i;
insert into game_play (slot_code, play_id, revision, member_id, at, bet, payout, valid, taken_at)
select 'joker2', 'L' || s.base + i || '-' || n, 1, s.base + i, (current_date - 3 + (n % 3)::int) + interval '5 hours' + (i * 31 + n * 7) % 50000 * interval '1 second', 100, 90, 100, now()
from size s, generate_series(1, s.plays) n, generate_series(0, s.members - 1) i;
insert into game_day (member_id, slot_code, day, plays, bet, payout, valid, version)
select s.base + i, 'joker2', current_date - 3 + d::int, count(*), count(*) * 100, count(*) * 90, count(*) * 100, 0
from size s, generate_series(1, s.plays) n cross join lateral (select n % 3 as d) x, generate_series(0, s.members - 1) i group by s.base, i, d;

-- step: rewards
insert into transfer (id, key, kind, debit_id, credit_id, amount, currency, credit_after, created_at)
overriding system value
select s.first_transfer + s.cycles * s.members * 8 + i, md5('bonus ' || i)::uuid, 'reward', 15, s.base + i, 5000, 'BAHT', s.cycles * 10000 + 5000, now() - interval '40 minutes'
from size s, generate_series(0, s.members - 1, 10) i;
insert into statement_line (id, member_id, type, status, amount, currency, transfer_id, version, created_at, from_kind, from_code, from_account, to_kind, to_code, to_account)
select md5('bonus line ' || i)::uuid, s.base + i, 'bonus'::statement_type, 'SUCCESS'::statement_status, 5000, 'BAHT', s.first_transfer + s.cycles * s.members * 8 + i, s.cycles * 10 + 15, now() - interval '40 minutes', 'reward'::place_kind, 'bonus', '', 'wallet'::place_kind, '', ''
from size s, generate_series(0, s.members - 1, 10) i
union all
select md5('bonus end ' || i)::uuid, s.base + i, 'finish_bonus', 'SUCCESS', 0, 'BAHT', null, s.cycles * 10 + 16, now() - interval '30 minutes', 'wallet', '', '', 'reward', 'bonus', ''
from size s, generate_series(0, s.members - 1, 10) i;
insert into bonus_taken (id, member_id, kind, code, name, currency, amount, deposit_id, deposit, own, needed, percent_fail, fail_at, transfer_id, created_at, counted_at, looked_at, ended_at, ended_by, end_line, version)
select md5('bonus line ' || i)::uuid, s.base + i, 'bonus', 'DAILY', 'Daily', 'BAHT', 5000, s.first_transfer + ((s.cycles - 1) * s.members + i) * 8, 30000, 0, 280000, 5, 0,
    s.first_transfer + s.cycles * s.members * 8 + i, now() - interval '40 minutes', now() - interval '40 minutes', now() - interval '30 minutes', now() - interval '30 minutes', 'TURNOVER', md5('bonus end ' || i)::uuid, s.cycles * 10 + 16
from size s, generate_series(0, s.members - 1, 10) i;
insert into coin_flow (member_id, currency, net, mark, played)
select y.member_id, 'BAHT', sum(case when y.is_a then 15000 else 20000 end), sum(case when y.is_a then 15000 else 20000 end) + 50000, s.plays * 100 from cycle y, size s group by y.member_id, s.plays;
insert into turnover (member_id, source, ref, needed, counted_at, played, created_at, met_at, closed)
select y.member_id, 'deposit', md5('key ' || y.transfer)::uuid, 1000, y.at, 1000, y.at, y.at + interval '1 day', true from cycle y order by y.c, y.i;
insert into account (id, owner, kind, role, currency, balance)
select s.base + s.members + i, s.base + i, 'coins', 'points', 'COIN', 0 from size s, generate_series(0, s.members - 1, 10) i;
insert into transfer (id, key, kind, debit_id, credit_id, amount, currency, debit_after, credit_after, created_at)
overriding system value
select s.first_transfer + (s.cycles + 1) * s.members * 8 + i * 2 + n, md5('coin ' || i || ' ' || n)::uuid, 'coin', case n when 0 then 20 else s.base + s.members + i end, case n when 0 then s.base + s.members + i else 20 end,
    1, 'COIN', case n when 1 then 0 end, case n when 0 then 1 end, now() - interval '5 days'
from size s, generate_series(0, s.members - 1, 10) i, generate_series(0, 1) n;
update coin_flow f set coins = 1, counted = 10 from size s where f.member_id >= s.base and (f.member_id - s.base) % 10 = 0;
insert into spin_seed (id, member_id, wheel_id, sealed, hash, commitment, client_seed, spins, created_at)
select md5('seed ' || i)::uuid, s.base + i, (select min(id) from wheel where currency = 'BAHT'), '\x00', '\x00', '\x00', '', 1, now() - interval '5 days' from size s, generate_series(0, s.members - 1, 10) i;
insert into spin (id, seed_id, nonce, round, member_id, slice, key, created_at)
select md5('spin ' || i)::uuid, md5('seed ' || i)::uuid, 0, 0, s.base + i, 'B5', md5('coin ' || i || ' 1')::uuid, now() - interval '5 days' from size s, generate_series(0, s.members - 1, 10) i;
insert into coupon (id, member_id, currency, prize, name, slice, kind, amount, times, won_at, expires_at, large, version)
select md5('spin ' || i)::uuid, s.base + i, 'BAHT', 'CASH5', '{"th":"เงินสด 5 บาท","lo":"ເງິນສົດ 5 ບາດ","en":"5 baht cash"}', 'B5', 'CREDIT', 500, 0, now() - interval '5 days', now() + interval '25 days', false, 1 from size s, generate_series(0, s.members - 1, 10) i;

-- step: chat, pushes and audit
insert into conversation (id, member_id, last_seq, customer_read_seq, support_read_seq, waiting_since, last_at, last_sender, preview, created_at)
overriding system value
select s.base + i, s.base + i, 10, 10, 10, case when i < 100 then now() - i * interval '1 minute' end, now() - i % 80000 * interval '1 minute', 'customer', 'ฝากเงินแล้วยังไม่เข้าค่ะ', now() - interval '60 days'
from size s, generate_series(0, s.members - 1, 5) i;
insert into chat_message (conversation_id, seq, sender, client_id, type, payload, created_at)
select s.base + i, n, case n % 2 when 0 then 'customer' else 'support' end, md5('message ' || i || ' ' || n)::uuid, 'text', '{"text":"ฝากเงินแล้วยังไม่เข้าค่ะ ช่วยตรวจสอบให้หน่อยนะคะ"}', now() - interval '60 days' + n * interval '1 day'
from size s, generate_series(1, 10) n, generate_series(0, s.members - 1, 5) i;
insert into push_subscription (id, endpoint_hash, endpoint, p256dh, auth, member_id, session_id, locale, vapid, created_at, seen_at)
select md5('push ' || i)::uuid, sha256(convert_to('push ' || i, 'UTF8')), 'https://push.example/' || i, sha512(convert_to('p' || i, 'UTF8')) || '\x00', substr(sha256(convert_to('a' || i, 'UTF8')), 1, 16), s.base + i, i + 1, 'th', '\x00', now(), now()
from size s, generate_series(0, s.members - 1, 3) i;
insert into audit_log (at, operator, action, subject, details)
select now() - i % 90 * interval '1 day', 'cashier' || i % 5, 'slip.credit', 'L' || lpad(upper(to_hex(i)), 7, '0'), '{"note":"matched by hand"}' from size s, generate_series(0, s.members - 1, 2) i;

-- step: sequences and balances of house accounts
select setval(pg_get_serial_sequence('member', 'id'), s.base + s.members), setval('account_member_id', s.base + 2 * s.members),
    setval(pg_get_serial_sequence('transfer', 'id'), s.first_transfer + (s.cycles + 2) * s.members * 8), setval(pg_get_serial_sequence('conversation', 'id'), s.base + s.members)
from size s;
update account a set balance = b.balance from (
    select id, sum(amount) as balance from (
        select debit_id as id, -amount as amount from transfer where debit_id < 1000
        union all select credit_id, amount from transfer where credit_id < 1000
    ) l group by id
) b where b.id = a.id;
update ledger_fold set tx_below = pg_current_xact_id();
drop view step;
drop table cycle, pattern;
