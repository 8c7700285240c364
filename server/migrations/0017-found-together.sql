-- What a case is found by in clear stands beside its search tokens too, in one index with them: a word and a facet that are both
-- frequent and hardly ever meet are met there, without a row being read.

alter table report_tokens add column facets integer[];
update report_tokens set facets = cases.facets from cases where cases.id = report_tokens.id;
alter table report_tokens alter column facets set not null;

-- The database keeps the copy, so that no writer can forget it; the row of the case is held, so that none comes between.
create function take_facets() returns trigger language plpgsql as $$
begin
  select facets into new.facets from cases where id = new.id for share;
  return new;
end $$;
create trigger report_tokens_take_facets before insert on report_tokens for each row execute function take_facets();

create function hand_facets_on() returns trigger language plpgsql as $$
begin
  update report_tokens set facets = new.facets where id = new.id;
  return null;
end $$;
create trigger cases_hand_facets_on after update on cases for each row
  when (old.facets is distinct from new.facets) execute function hand_facets_on();

drop index report_tokens_by_token;
create index report_tokens_by_token on report_tokens using gin (tokens, facets) with (fastupdate = off);

-- What waits or is worked on is a small part of all: lists of it, in their order, and counts without a row being read.
create index cases_pending on cases (list_rank desc, id desc) include (status, worked_from, status_since)
  where status in ('open', 'toAssign', 'inWorkOne', 'inWorkTwo', 'external', 'reopened') and not is_out_of_remit;
-- The same of whoever works on them.
drop index cases_by_assignee;
create index cases_by_assignee on cases (assigned_to, list_rank desc, id desc) include (is_out_of_remit, status)
  where assigned_to is not null;
