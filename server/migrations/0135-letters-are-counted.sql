-- The ledger of counts also knows whose complainants are to be informed: the home page of an operator read all cases that await a letter
-- to count the operator's. A change writes both of its entries by one statement. What is late, or proposed to be closed, is not in the ledger,
-- but a change of it appends entries, too: counts that were read at a state of the ledger hold as long as that stays. Cases do not change
-- while they are counted again, and can be read.
lock table cases in share row exclusive mode;
truncate case_count_entries;
alter table case_count_entries add column awaits_letter boolean;
insert into case_count_entries (status, is_out_of_remit, assigned_to, unread, awaits_letter, delta)
  select status, is_out_of_remit, assigned_to, unread, awaits_letter, count(*) from cases
  group by status, is_out_of_remit, assigned_to, unread, awaits_letter;
create or replace function count_case_status() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into case_count_entries (status, is_out_of_remit, assigned_to, unread, awaits_letter, delta)
      values (new.status, new.is_out_of_remit, new.assigned_to, new.unread, new.awaits_letter, 1);
  elsif tg_op = 'DELETE' then
    insert into case_count_entries (status, is_out_of_remit, assigned_to, unread, awaits_letter, delta)
      values (old.status, old.is_out_of_remit, old.assigned_to, old.unread, old.awaits_letter, -1);
  elsif (old.status, old.is_out_of_remit, old.assigned_to, old.unread, old.awaits_letter, old.worked_from, old.status_since, old.closing_proposed_at)
    is distinct from (new.status, new.is_out_of_remit, new.assigned_to, new.unread, new.awaits_letter, new.worked_from, new.status_since, new.closing_proposed_at) then
    insert into case_count_entries (status, is_out_of_remit, assigned_to, unread, awaits_letter, delta)
      values (old.status, old.is_out_of_remit, old.assigned_to, old.unread, old.awaits_letter, -1), (new.status, new.is_out_of_remit, new.assigned_to, new.unread, new.awaits_letter, 1);
  end if;
  return null;
end $$;
create or replace trigger cases_are_counted
  after insert or delete or update of status, relevance_id, assigned_to, unread, awaits_letter, worked_from, status_since, closing_proposed_at on cases
  for each row execute function count_case_status();
