-- +goose Up

-- What members read of invites and refunds: banners, each with a picture of ours, and
-- the text beside the refund.
alter table page_text add column image text not null default '',
    drop constraint page_text_kind_check,
    add constraint page_text_kind_check check (kind in ('condition', 'agreement', 'notice', 'contact', 'invite', 'refund', 'refund_info'));

-- +goose Down
delete from page_text where kind in ('invite', 'refund', 'refund_info');
alter table page_text drop column image,
    drop constraint page_text_kind_check,
    add constraint page_text_kind_check check (kind in ('condition', 'agreement', 'notice', 'contact'));
