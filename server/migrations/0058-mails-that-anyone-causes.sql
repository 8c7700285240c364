-- Mails that callers without an account cause, such as receipts, are limited by their address when they are sent.
alter table mails add column is_limited boolean not null default false;
