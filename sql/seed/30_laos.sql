-- Demo content of the Laos variant: an account of the house in kip.

insert into deposit_account (bank_code, bank_type, mode, account_name, account_no, currency, position, lapnet) values
    ('BCEL', 'bank', 'AUTO', 'KRAPAO PAY', '010120000456789001', 'LAK', 10,
     '00020101021138670016A00526628466257701082771041802030020324KRAPAODEMOHOUSEACCOUNT0153034185802LA63047922')
on conflict do nothing;
