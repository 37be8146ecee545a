-- +goose Up

-- Returns the name of an account's holder in the form in which names are compared, without any title
-- of backend/cashier/match/titles.txt: a weak sign that two accounts belong to one person. A name
-- that begins like a title loses that beginning on both sides. Package match compares the names that
-- banks print more carefully; this function must be usable in an index.
-- +goose StatementBegin
create function holder_key(name text) returns text language sql immutable as $$
    -- Words may be written together with the name; abbreviations end with a dot or a space. A dot stands for either, or nothing.
    with titles as (select '^((' || replace(regexp_replace('
    นักเรียนนายร้อยตํารวจ|ศาสตราจารย์เกียรติคุณ|สมาชิกอาสารักษาดินแดน|นักเรียนนายสิบตํารวจ|พันจ่าอากาศเอกพิเศษ|
    ผู้ช่วยศาสตราจารย์|ห้างหุ้นส่วนจํากัด|นาวาอากาศเอกพิเศษ|พันตํารวจเอกพิเศษ|ศาสตราจารย์คลินิก|ห้างหุ้นส่วนสามัญ|
    อาสาสมัครทหารพราน|นักเรียนนายร้อย|จ่าสิบเอกพิเศษ|นักเรียนนายสิบ|พันจ่าอากาศตรี|พันจ่าอากาศเอก|พันจ่าเอกพิเศษ|
    รองศาสตราจารย์|เทคนิคการแพทย์|ทันตแพทย์หญิง|พลตํารวจจัตวา|พันจ่าอากาศโท|ร้อยตํารวจตรี|ร้อยตํารวจเอก|
    ว่าที่ร้อยตรี|ว่าที่ร้อยเอก|สัตวแพทย์หญิง|กายภาพบําบัด|จ่าสิบตํารวจ|นายสัตวแพทย์|นาวาอากาศตรี|นาวาอากาศเอก|
    นาวาเอกพิเศษ|พันตํารวจตรี|พันตํารวจเอก|ร้อยตํารวจโท|ว่าที่พันตรี|ว่าที่ร้อยโท|สิบตํารวจตรี|สิบตํารวจเอก|
    หม่อมราชวงศ์|เรืออากาศตรี|เรืออากาศเอก|จ่าอากาศตรี|จ่าอากาศเอก|ท่านผู้หญิง|นายหมู่ใหญ่|นาวาอากาศโท|ผู้ใหญ่บ้าน|
    พระองค์เจ้า|พลตํารวจตรี|พลตํารวจเอก|พันตํารวจโท|พันเอกพิเศษ|ศาสตราจารย์|สิบตํารวจโท|เภสัชกรหญิง|เรืออากาศโท|
    แพทย์แผนไทย|จอมพลอากาศ|จ่าอากาศโท|นายกองใหญ่|นายหมวดตรี|นายหมวดเอก|นายหมู่ตรี|นายหมู่เอก|พระอาจารย์|พลตํารวจโท|
    พลอากาศตรี|พลอากาศเอก|ศาสนาจารย์|เจ้าอธิการ|จอมพลเรือ|จ่าสิบตรี|จ่าสิบเอก|ดาบตํารวจ|ทันตแพทย์|นายกองตรี|
    นายกองเอก|นายหมวดโท|นายหมู่โท|พระอธิการ|พระใบฎีกา|พลอากาศโท|พลเรือตรี|พลเรือเอก|พันจ่าตรี|พันจ่าเอก|สัตวแพทย์|
    หม่อมหลวง|หม่อมเจ้า|แพทย์หญิง|จ่าสิบโท|ซิสเตอร์|ดอกเตอร์|ทนายความ|นายกองโท|นายแพทย์|พระสมุห์|พลตํารวจ|พลเรือโท|
    พันจ่าโท|เด็กหญิง|คุณหญิง|นาวาตรี|นาวาเอก|บาทหลวง|พระปลัด|พลจัตวา|ร้อยตรี|ร้อยเอก|อาจารย์|อิหม่าม|เด็กชาย|
    เภสัชกร|เรือตรี|เรือเอก|ທ່ານນາງ|กํานัน|จ่าตรี|จ่าเอก|นางสาว|นาวาโท|บริษัท|พยาบาล|พระครู|พระมหา|พลทหาร|พันตรี|
    พันเอก|ร้อยโท|วิศวกร|ว่าที่|สามเณร|สิบตรี|สิบเอก|เรือโท|ນາງສາວ|จอมพล|จ่าโท|พลตรี|พลเอก|พันโท|ภราดา|สิบโท|หม่อม|
    ฮัจยี|แม่ชี|ทนาย|ท่าน|ท้าว|พลโท|ร้าน|หะยี|เจ้า|ທ່ານ|ທ້າວ|ครู|คุณ|นาง|นาย|พระ|พลฯ|ນາງ
    ', '\s', '', 'g'), '.', '[.\s]*') || ')[.\s]*|(' || replace(regexp_replace('
    CHIEF.PETTY.OFFICER.SECOND.CLASS|CHIEF.PETTY.OFFICER.FIRST.CLASS|CHIEF.PETTY.OFFICER.THIRD.CLASS|
    FLIGHT.SERGEANT.SECOND.CLASS|MASTER.SERGEANT.SECOND.CLASS|POLICE.SENIOR.SERGEANT.MAJOR|
    FLIGHT.SERGEANT.FIRST.CLASS|FLIGHT.SERGEANT.THIRD.CLASS|MASTER.SERGEANT.FIRST.CLASS|MASTER.SERGEANT.THIRD.CLASS|
    PETTY.OFFICER.SECOND.CLASS|PETTY.OFFICER.FIRST.CLASS|PETTY.OFFICER.THIRD.CLASS|POLICE.LIEUTENANT.COLONEL|
    POLICE.LIEUTENANT.GENERAL|ACTING.SECOND.LIEUTENANT|MARSHAL.OF.THE.AIR.FORCE|POLICE.BRIGADIER.GENERAL|
    ACTING.FIRST.LIEUTENANT|POLICE.LANCE.CORPORAL|POLICE.SERGEANT.MAJOR|POLICE.SUB.LIEUTENANT|ADMIRAL.OF.THE.FLEET|
    LIEUTENANT.COMMANDER|POLICE.MAJOR.GENERAL|ASSISTANT.PROFESSOR|ASSOCIATE.PROFESSOR|LEADING.AIRCRAFTMAN|
    LIEUTENANT.COLONEL|LIEUTENANT.GENERAL|AIR.CHIEF.MARSHAL|BRIGADIER.GENERAL|FLIGHT.LIEUTENANT|POLICE.LIEUTENANT|
    SECOND.LIEUTENANT|AIR.VICE.MARSHAL|FIRST.LIEUTENANT|POLICE.CONSTABLE|POL.SEN.SGT.MAJ|POLICE.CORPORAL|
    POLICE.SERGEANT|SQUADRON.LEADER|จ.ส.อ.\(พิเศษ\)|พ.ต.อ.\(พิเศษ\)|ว่าที่.ร.ต.หญิง|ACTING.CAPTAIN|FLYING.OFFICER|
    H.S.H.PRINCESS|LANCE.CORPORAL|MOM.RAJAWONGSE|POLICE.CAPTAIN|POLICE.COLONEL|POLICE.GENERAL|SUB-LIEUTENANT|
    WING.COMMANDER|ACTING.2ND.LT|ACTING.SUB.LT|CLINICAL.PROF|EMERITUS.PROF|FIELD.MARSHAL|GROUP.CAPTAIN|
    MAJOR.GENERAL|PILOT.OFFICER|PROF.EMERITUS|SGM.1ST.CLASS|น.อ.\(พิเศษ\)|พ.อ.\(พิเศษ\)|ACTING.MAJOR|CHAO.ATHIKAN|
    H.H.PRINCESS|H.S.H.PRINCE|MOM.RAJAWONG|PHRA.ATHIKAN|PHRA.BAIDIKA|POL.BRIG.GEN|POLICE.MAJOR|REAR.ADMIRAL|
    VICE.ADMIRAL|ศ.เกียรติคุณ|ACTING.CAPT|AIR.MARSHAL|POL.MAJ.GEN|POL.SGT.MAJ|SGM.SPECIAL|SPECIAL.COL|THANPHUYING|
    จ.ส.อ.พิเศษ|พ.จ.อ.พิเศษ|พ.ต.อ.พิเศษ|พ.อ.อ.พิเศษ|ACT.2ND.LT|ACTING.MAJ|ASSOC.PROF|H.H.PRINCE|LIEUTENANT|
    PHRA.ACHAN|PHRA.AJAHN|PHRA.PALAT|POL.LT.COL|POL.LT.GEN|POL.SUB.LT|ว่าที่.พ.ต|ว่าที่.ร.ต|ว่าที่.ร.ท|ว่าที่.ร.อ|
    ACTING.LT|ASST.PROF|COMMANDER|MOM.LUANG|PHRA.KHRU|PHRA.MAHA|PHRA.SAMU|POL.CONST|PROFESSOR|VENERABLE|น.อ.พิเศษ|
    พ.อ.พิเศษ|BRIG.GEN|CORPORAL|ENGINEER|KHUNYING|LECTURER|LTD.PART|MOM.CHAO|PHRAKHRU|PHRAMAHA|POL.CAPT|REAR.ADM|
    REVEREND|SAMANERA|SERGEANT|VICE.ADM|ศ.คลินิก|ADMIRAL|BROTHER|CAPTAIN|COLONEL|COMPANY|FLG.OFF|GENERAL|GP.CAPT|
    MAE.CHI|MAJ.GEN|PLT.OFF|POL.COL|POL.CPL|POL.GEN|POL.L/C|POL.MAJ|POL.SGT|PRIVATE|SQN.LDR|TEACHER|พล.ทหาร|1ST.LT|
    2ND.LT|ACTING|DOCTOR|FATHER|FLT.LT|KAMNAN|LT.CDR|LT.COL|LT.GEN|MASTER|MISSES|MISTER|NOVICE|POL.LT|SISTER|SUB-LT|
    SUB.LT|WG.CDR|พล.ต.จ|พล.ต.ต|พล.ต.ท|พล.ต.อ|พล.ร.ต|พล.ร.ท|พล.ร.อ|พล.อ.ต|พล.อ.ท|พล.อ.อ|AJARN|CADET|CPO.1|CPO.2|
    CPO.3|HAJJI|LT.JG|MAJOR|NURSE|จ.ส.ต|จ.ส.ท|จ.ส.อ|พ.จ.ต|พ.จ.ท|พ.จ.อ|พ.ต.ต|พ.ต.ท|พ.ต.อ|พ.อ.ต|พ.อ.ท|พ.อ.อ|ม.ร.ว|
    ร.ต.ต|ร.ต.ท|ร.ต.อ|ส.ต.ต|ส.ต.ท|ส.ต.อ|อส.ทพ|ACTG|CAPT|CHAO|FS.1|FS.2|FS.3|HAJI|IMAM|KHRU|KHUN|LADY|LCDR|MISS|MSTR|
    NANG|PHRA|PO.1|PO.2|PO.3|PROF|RADM|SHOP|SM.1|SM.2|SM.3|THAN|THAO|VADM|ทนพญ|น.สพ|พท.ป|พล.จ|พล.ต|พล.ท|พล.อ|มว.ต|
    มว.ท|มว.อ|สพ.ญ|1LT|2LT|ACM|ACT|ADM|AVM|BRO|CDR|COL|CPL|ENG|GEN|LAC|M.C|M.D|M.L|M.R|MAJ|MOM|MRS|PFC|PVT|REV|SGT|
    VEN|ก.ญ|ก.ต|ก.ท|ก.อ|จ.ต|จ.ท|จ.อ|ด.ช|ด.ญ|ด.ต|ทนพ|ทพญ|น.ต|น.ท|น.ส|น.อ|นนร|นนส|นรต|นสต|บจก|บมจ|ผญบ|พ.ต|พ.ท|พ.อ|ม.จ|
    ม.ญ|ม.ต|ม.ท|ม.ล|ม.อ|ร.ต|ร.ท|ร.อ|ส.ต|ส.ท|ส.อ|สพญ|หจก|หสม|ນ.ສ|AJ|AM|CO|DR|FR|LT|MR|MS|SR|กภ|ดร|ทพ|นพ|ผศ|พญ|พท|พว|
    ภก|ภญ|รศ|วศ|ศจ|สณ|สพ|อส
    ', '\s', '', 'g'), '.', '[.\s]*') || ')[.\s]+)+' as pattern),
    spelled as (
        select regexp_replace(regexp_replace(replace(replace(regexp_replace(
            translate(upper(normalize(trim(name), nfkc)), '๐๑๒๓๔๕๖๗๘๙໐໑໒໓໔໕໖໗໘໙', '01234567890123456789'),
            '[\u00ad\u034f\u061c\u115f\u1160\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0]', '', 'g'),
            'เเ', 'แ'), 'ເເ', 'ແ'),
            '([\u0e48-\u0e4b])\u0e4d', E'\u0e4d\\1', 'g'),
            '([\u0ec8-\u0ecb])\u0ecd', E'\u0ecd\\1', 'g') as text
    ),
    keys as (
        select regexp_replace(regexp_replace(text, pattern, ''), between, '', 'g') as short, regexp_replace(text, between, '', 'g') as whole
        from spelled, titles, (select '[\s.,()''’‘ʼ`´‐‑‒–—-]' as between) b
    )
    select coalesce(nullif(short, ''), whole) from keys
$$;
-- +goose StatementEnd


-- A member: a person with a wallet. 00122 has the accounts that seem to belong to one person.
create table member (
    id                  bigint generated always as identity (start 1) primary key,
    public_id           text not null, -- the _id in the API
    phone               text not null,
    name                text not null, -- what the member calls themselves
    password_hash       text not null,
    currency            text not null default 'BAHT' check (currency in ('BAHT', 'LAK')), -- of the wallet; never changes
    source_code         text not null default '', -- of source; '' if none was chosen
    invited_by          bigint references member (id),
    -- The only account to which payouts are sent.
    bank_code           text not null,
    bank_account_name   text not null,
    bank_account_no     text not null,
    active              boolean not null default true,
    version             bigint not null,
    created_at          timestamptz not null default now(),
    -- When the password was last reset by a code sent to the phone. Anybody with the phone can reset it, so
    -- a cashier checks the first withdrawal after a reset.
    password_reset_at   timestamptz,
    -- An operator has frozen the account until then: the member can log in, read and chat, but no money of
    -- the member moves. The year 9999 means "until an operator unfreezes it".
    frozen_until        timestamptz,
    frozen_why          text not null default '',
    frozen_by           text not null default '', -- the operator's username
    frozen_at           timestamptz,
    constraint member_phone_once unique (phone),
    constraint member_public_id_once unique (public_id),
    constraint member_bank_once unique (bank_code, bank_account_no)
);
-- When a day of play closes, the players are joined with their inviters.
create index member_invited on member (invited_by) where invited_by is not null;
-- Holders' names that no bank prints, for support. backend/cashier/match.IsReadable has the same rule in Go.
create index member_odd_name on member (id) where bank_account_name !~ '[A-Za-zÀ-ÖØ-öø-ɏก-ฮກ-ຮ]';
create index member_holder on member (holder_key(bank_account_name));

-- A login. Removed 30 days after its end.
create table session (
    id             bigint generated always as identity primary key,
    member_id      bigint not null references member (id),
    token_hash     bytea not null unique,          -- SHA-256; the token itself is not stored
    remember       boolean not null,               -- expires only after 30 days, not 12 hours after the last use
    device         text not null,                  -- as the member reads it
    created_at     timestamptz not null,
    last_seen_at   timestamptz not null,
    expires_at     timestamptz not null,
    revoked_at     timestamptz,
    -- Set when a session is used after a long pause: money commands then ask for the password again.
    confirm_needed boolean not null default false,
    guesses        integer not null default 0      -- wrong passwords in a row; too many end the session
);
create index session_member on session (member_id, created_at desc);

-- A browser that has signed in as the member before. It has its own limit of failed logins, so that a
-- stranger's guesses do not lock the member out. Only the member's newest devices are kept.
create table known_device (
    member_id   bigint not null references member (id),
    device_hash bytea not null,
    seen_at     timestamptz not null default now(), -- the last sign-in
    primary key (member_id, device_hash)
);
create index known_device_hash on known_device (device_hash);

-- A one-time code sent by SMS. The SMS provider knows the code; see the states in package identity.
-- Removed after a day, because the limits count one day.
create table otp (
    id             bigint generated always as identity primary key,
    token_hash     bytea not null unique,      -- SHA-256 of the token that the browser holds
    phone          text not null,
    purpose        text not null check (purpose in ('register', 'reset')),
    ref            text not null default '',   -- the reference that the SMS shows
    provider_token text not null default '',   -- '' until the SMS provider has accepted it
    tries          integer not null default 0, -- typed codes
    code_mac       bytea,                      -- MAC of the right code, so that a repeat gets the same response
    created_at     timestamptz not null,
    expires_at     timestamptz not null,
    blocked_until  timestamptz,                -- after too many wrong codes
    verified_at    timestamptz,                -- the right code was typed: the token is the proof
    used_at        timestamptz,                -- the proof was used, once
    -- Who requested the code: limits count by phone and caller. A device that signed in as the phone's
    -- member before is a separate caller (own), with a limit that others cannot use up.
    caller         text not null default '',
    own            boolean not null default false
);
create index otp_phone on otp (phone, created_at desc);

-- A pair of members who signed in on one device, in both directions. Never removed, because known_device
-- keeps only a member's newest devices.
create table same_device (
    member_id   bigint not null,
    other_id    bigint not null,
    device_hash bytea not null,
    since       timestamptz not null,
    primary key (member_id, other_id, device_hash)
);
create index same_device_hash on same_device (device_hash);

-- An address from which a member signed in on a day. Kept for 30 days. An IPv6 address is its /64.
create table sign_in_address (
    member_id bigint not null,
    day       date not null,
    address   text not null,
    at        timestamptz not null, -- the day's last sign-in
    primary key (member_id, day, address)
);
create index sign_in_address_of on sign_in_address (address, day, member_id);
create index sign_in_address_day on sign_in_address (day);

-- A member as operators see the member with each waiting item (staff.Member).
create view member_seen as
select m.id, jsonb_build_object(
        '_id', m.public_id, 'active', m.active, 'frozenUntil', m.frozen_until, 'currency', m.currency,
        'bankCode', m.bank_code, 'bankNumber', coalesce(b.number, ''), 'accountName', m.bank_account_name, 'accountNo', m.bank_account_no) as seen
from member m left join bank b on b.code = m.bank_code;
