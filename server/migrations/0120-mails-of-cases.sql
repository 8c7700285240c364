-- Messages of a case that go to its reporter by mail or came by mail, and letters that go by mail: what became of each.
alter table mails add column thread bytea;
-- Whether the operator who put a mail into a case says that its reporter wrote it.
alter table received_mails add column from_reporter boolean;
alter table case_messages
  add column by_mail boolean not null default false,
  -- The mail that it came by.
  add column received_mail integer references received_mails (number) on delete set null,
  -- Copied from the mail, which retention deletes before the message.
  add column mailed_at timestamptz;
create index case_messages_by_received_mail on case_messages (received_mail) where received_mail is not null;
alter table complainant_letters
  add column mail_id integer references mails on delete set null,
  add column mailed_at timestamptz,
  add column delivery_state text,
  add column delivery_reason text,
  add column delivery_at timestamptz;
create index complainant_letters_by_mail on complainant_letters (mail_id) where mail_id is not null;

create function note_mailed() returns trigger language plpgsql as $$
begin
  update case_messages set mailed_at = new.sent_at where mail_id = new.id;
  update complainant_letters set mailed_at = new.sent_at where mail_id = new.id;
  return null;
end $$;
create trigger mails_note_mailed after update of sent_at on mails for each row
  when (new.sent_at is not null and old.sent_at is null) execute function note_mailed();

create function note_letter_delivery() returns trigger language plpgsql as $$
begin
  update complainant_letters
    set delivery_state = new.delivery_state, delivery_reason = new.delivery_reason, delivery_at = new.delivery_at
    where mail_id = new.id;
  return null;
end $$;
create trigger mails_note_letter_delivery after update of delivery_state on mails for each row
  when (new.delivery_state is distinct from old.delivery_state) execute function note_letter_delivery();
