-- What operators have to do is counted as it changes, and found without reading what has ended.

-- Unread messages of the reporter, which every list counted by itself until now.
alter table cases add column unread integer not null default 0;
update cases set unread = waiting.count
  from (select case_id, count(*)::integer as count from case_messages where written_by is null and read_at is null group by case_id) as waiting
  where waiting.case_id = cases.id;
drop index case_messages_unread;
create index cases_unread on cases (list_rank desc, id desc) include (is_out_of_remit, assigned_to, status) where unread > 0;

-- Lists of pending cases in their order, in remit and out of it, with all that their filters and sort keys read; and the same of
-- each operator: the indexes by status and by operator go on with the cases of all years.
create index cases_to_do on cases (is_out_of_remit, list_rank desc, id desc) include (status, assigned_to, worked_from, status_since)
  where status in ('open', 'toAssign', 'inWorkOne', 'inWorkTwo', 'external', 'reopened');
create index cases_to_do_by_assignee on cases (assigned_to, list_rank desc, id desc)
  include (is_out_of_remit, status, worked_from, status_since, unread)
  where assigned_to is not null and status in ('open', 'toAssign', 'inWorkOne', 'inWorkTwo', 'external', 'reopened');
drop index cases_pending;

create function count_unread_message() returns trigger language plpgsql as $$
begin
  update cases set unread = unread + tg_argv[0]::integer where id = case tg_op when 'DELETE' then old.case_id else new.case_id end;
  return null;
end $$;
create trigger case_messages_arrive after insert on case_messages
  for each row when (new.written_by is null and new.read_at is null) execute function count_unread_message('1');
create trigger case_messages_are_read after update on case_messages
  for each row when (old.written_by is null and old.read_at is null and new.read_at is not null) execute function count_unread_message('-1');
create trigger case_messages_vanish after delete on case_messages
  for each row when (old.written_by is null and old.read_at is null) execute function count_unread_message('-1');

-- The stored counts also know who works on the cases, and how many unread messages each has. Columns are named as those of cases,
-- so that one condition reads both.
drop trigger cases_are_counted on cases;
truncate case_count_entries;
drop index case_count_entries_by_status;
alter table case_count_entries add column assigned_to integer, add column unread integer not null default 0;
insert into case_count_entries (status, is_out_of_remit, assigned_to, unread, delta)
  select status, is_out_of_remit, assigned_to, unread, count(*) from cases group by status, is_out_of_remit, assigned_to, unread;
create index case_count_entries_by_assignee on case_count_entries (assigned_to, status, is_out_of_remit) include (unread, delta);
create index case_count_entries_by_status on case_count_entries (status, is_out_of_remit) include (assigned_to, unread, delta);
create or replace function count_case_status() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.status, old.is_out_of_remit, old.assigned_to, old.unread)
    is not distinct from (new.status, new.is_out_of_remit, new.assigned_to, new.unread) then
    return null;
  end if;
  if tg_op in ('UPDATE', 'DELETE') then
    insert into case_count_entries (status, is_out_of_remit, assigned_to, unread, delta)
      values (old.status, old.is_out_of_remit, old.assigned_to, old.unread, -1);
  end if;
  if tg_op in ('INSERT', 'UPDATE') then
    insert into case_count_entries (status, is_out_of_remit, assigned_to, unread, delta)
      values (new.status, new.is_out_of_remit, new.assigned_to, new.unread, 1);
  end if;
  return null;
end $$;
create trigger cases_are_counted after insert or delete or update of status, relevance_id, assigned_to, unread on cases
  for each row execute function count_case_status();
