-- The cases whose complainant is still to be informed, the first received first.
create index concurrently cases_awaiting_letter on cases (created_at, id) where awaits_letter and status <> 'cancelled';
