-- Pending cases are few, and most filters ask for them: their facets have an index of their own, so that a filter by status no longer
-- looks up every case that has the facets.
alter table case_facets add column is_pending boolean not null default false;
update case_facets set is_pending = true from cases where cases.id = case_facets.id
  and cases.status in ('open', 'toAssign', 'inWorkOne', 'inWorkTwo', 'external', 'reopened');
create index case_facets_pending on case_facets using gin (facets) with (fastupdate = off) where is_pending;

create or replace view present_facets as
  select id, list_rank, is_out_of_remit, facets, is_pending from case_facets
    where id not in (select id from changed_facets)
  union all
  select id, list_rank, is_out_of_remit, changed_facets.facets, is_pending from changed_facets join case_facets using (id);

create function is_pending(status text) returns boolean language sql immutable as $$
  select status in ('open', 'toAssign', 'inWorkOne', 'inWorkTwo', 'external', 'reopened')
$$;

create or replace function set_case_facets() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into case_facets (id, list_rank, is_out_of_remit, facets, is_pending)
      values (new.id, new.list_rank, new.is_out_of_remit, facets_of(new), is_pending(new.status));
  else
    insert into changed_facets values (new.id, facets_of(new)) on conflict (id) do update set facets = excluded.facets;
  end if;
  return null;
end $$;

create or replace function set_case_place() returns trigger language plpgsql as $$
begin
  if (old.list_rank, old.is_out_of_remit, is_pending(old.status))
    is distinct from (new.list_rank, new.is_out_of_remit, is_pending(new.status)) then
    update case_facets
    set list_rank = new.list_rank, is_out_of_remit = new.is_out_of_remit, is_pending = is_pending(new.status)
    where id = new.id;
  end if;
  return null;
end $$;
