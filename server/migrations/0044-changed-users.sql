-- Tells the servers whose sessions or roles changed, so that none goes on with what it remembers of them. The payload is the id of the
-- user. Prolonging a session is no such change.

create function tell_changed_user() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform pg_notify('changed_users', to_jsonb(old) ->> tg_argv[0]);
  end if;
  if tg_op <> 'DELETE' then
    perform pg_notify('changed_users', to_jsonb(new) ->> tg_argv[0]);
  end if;
  return null;
end $$;

create trigger users_tell after update or delete on users
  for each row execute function tell_changed_user('id');
create trigger user_roles_tell after insert or update or delete on user_roles
  for each row execute function tell_changed_user('user_id');
create trigger association_people_tell after insert or update or delete on association_people
  for each row execute function tell_changed_user('user_id');
create trigger sessions_tell after delete on sessions
  for each row execute function tell_changed_user('user_id');
create trigger sessions_tell_role after update of user_id, selected_role on sessions
  for each row execute function tell_changed_user('user_id');
