-- Mails that wait are counted every few seconds, beside all that were sent.
create index concurrently mails_unsent on mails (queued_at) where sent_at is null;
