-- Who sees a saved view, and whose record a claimed file is, carry their seal (ADR 28). The next start signs the rows that exist, once;
-- attachments have the column already, which was empty once a record had claimed them.
alter table saved_views add column claims bytea;
