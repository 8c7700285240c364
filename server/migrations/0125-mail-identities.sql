-- The mail that a message or a letter went or came by, sealed and keyed: an answer finds its case after the mail is deleted, and in
-- another portal to which the office moved.
alter table case_messages add column mail_identity bytea, add column mail_token text;
create index case_messages_by_mail_token on case_messages (mail_token) where mail_token is not null;
alter table complainant_letters add column mail_identity bytea, add column mail_token text;
create index complainant_letters_by_mail_token on complainant_letters (mail_token) where mail_token is not null;
