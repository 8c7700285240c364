-- What became of a mail that was sent, by a receipt of certified mail or a bounce. Letters and messages outlive their mail.
alter table mails
  add column delivery_state text check (delivery_state in ('accepted', 'delivered', 'failed')),
  add column delivery_reason text,
  add column delivery_at timestamptz;
alter table association_letters
  add column delivery_state text,
  add column delivery_reason text,
  add column delivery_at timestamptz;
alter table case_messages
  add column mail_id integer references mails on delete set null,
  add column delivery_state text,
  add column delivery_reason text,
  add column delivery_at timestamptz;
create index case_messages_by_mail on case_messages (mail_id) where mail_id is not null;

create function note_delivery() returns trigger language plpgsql as $$
begin
  update association_letters
    set delivery_state = new.delivery_state, delivery_reason = new.delivery_reason, delivery_at = new.delivery_at,
      failed_at = case when new.delivery_state = 'failed' then coalesce(failed_at, new.delivery_at) else failed_at end
    where mail_id = new.id;
  update case_messages
    set delivery_state = new.delivery_state, delivery_reason = new.delivery_reason, delivery_at = new.delivery_at
    where mail_id = new.id;
  return null;
end $$;
create trigger mail_delivered after update of delivery_state on mails for each row
  when (new.delivery_state is distinct from old.delivery_state) execute function note_delivery();
