-- A search for words and facets together reads one index, as a frequent word and a frequent facet may rarely meet. The row of
-- search tokens has a copy of the facets for it. The copy may be old, because a new one would index every token of the case again:
-- then the case is in `stale_facets`, until a job renews the copy.

create table stale_facets (case_id integer primary key references cases on delete cascade);

drop index report_tokens_by_token;
alter table report_tokens add column facets integer[];
update report_tokens set facets = cases.facets from cases where cases.id = report_tokens.id;
alter table report_tokens alter column facets set not null;
create index report_tokens_by_token on report_tokens using gin (tokens, facets) with (fastupdate = off);

-- New tokens are indexed anyway.
create function copy_facets() returns trigger language plpgsql as $$
begin
  select facets into new.facets from cases where id = new.id;
  return new;
end $$;
create trigger report_tokens_copy_facets before insert or update of tokens on report_tokens
  for each row execute function copy_facets();

-- A transaction that changes a case holds its lock until the end, and so does the job that renews a copy.
create function mark_stale_facets() returns trigger language plpgsql as $$
begin
  insert into stale_facets values (new.id) on conflict do nothing;
  return null;
end $$;
create trigger cases_mark_stale_facets after update on cases for each row
  when (old.facets is distinct from new.facets) execute function mark_stale_facets();
