-- +goose Up

-- Where the other side of each way in is booked, so that the book can be
-- compared with each company's own.
insert into account (id, kind, currency, floor)
select n.id + c.base, n.kind, c.currency, -9000000000000000
from (values
    (7, 'qr_kbank'),
    (8, 'qr_ww'),
    (9, 'qr_paytimz'),
    (10, 'qr_payonex'),
    (11, 'qr_zpay'),
    (12, 'truemoney'),
    (13, 'returned')  -- given back to whom it came from
) as n(id, kind)
cross join (values (0, 'BAHT'), (500, 'LAK')) as c(base, currency);

-- +goose Down
delete from account where id in (7, 8, 9, 10, 11, 12, 13, 507, 508, 509, 510, 511, 512, 513);
