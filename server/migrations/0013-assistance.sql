-- Whom the recipient of a mail answers to, sealed as the mail is: the sender of a request for assistance.
alter table mails add column reply_to bytea;
