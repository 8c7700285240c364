-- Whose an unclaimed file is, and who entered and approved a request about personal data, carry their seal (ADR 76). The next start
-- signs the rows that exist, once.
alter table attachments add column claims bytea;
alter table rights_requests add column claims bytea;
