-- A changed case costs less. Facets leave `cases`, where a changed facet wrote into every index, and a changed status indexed all facets
-- again. `case_facets` has them beside the place of the case in the lists. A changed facet is written into `changed_facets`, without an
-- index, until a job writes it where the indexes are; `present_facets` is what holds now.

create table case_facets (
  id integer not null,
  list_rank smallint not null,
  is_out_of_remit boolean not null,
  facets integer[] not null
);
insert into case_facets select id, list_rank, is_out_of_remit, facets from cases order by id;
alter table case_facets add primary key (id), add foreign key (id) references cases on delete cascade;
create index case_facets_by_facet on case_facets using gin (facets) with (fastupdate = off);
create index case_facets_in_list_order on case_facets (list_rank desc, id desc);
analyze case_facets;

create table changed_facets (id integer primary key references cases on delete cascade, facets integer[] not null);
insert into changed_facets select id, facets from cases where id in (select case_id from stale_facets);

create view present_facets as
  select id, list_rank, is_out_of_remit, facets from case_facets
    where id not in (select id from changed_facets)
  union all
  select id, list_rank, is_out_of_remit, changed_facets.facets from changed_facets join case_facets using (id);

-- The copy beside the search tokens is of `case_facets`, and changes with it.
create or replace function copy_facets() returns trigger language plpgsql as $$
begin
  select facets into new.facets from case_facets where id = new.id;
  return new;
end $$;

drop trigger cases_mark_stale_facets on cases;
drop function mark_stale_facets();
drop table stale_facets;
drop trigger cases_set_facets on cases;
alter table cases drop column facets;

-- In PL/pgSQL, since PostgreSQL plans the queries of a function in SQL again in each transaction.
create or replace function facets_in(dimension integer, lines jsonb, member text) returns integer[] language plpgsql immutable strict as $$
declare
  found integer[] := '{}';
  id integer;
begin
  for place in 0 .. jsonb_array_length(lines) - 1 loop
    id = (lines -> place ->> member)::integer;
    if id is not null and not ((dimension << 20) | id) = any(found) then
      found = found || ((dimension << 20) | id);
    end if;
  end loop;
  return found;
end $$;

-- Printed by the test of cases.facets.ts.
create function facets_of(c cases) returns integer[] language plpgsql immutable as $$
begin
  return array_remove(array[
    facet(1, c.reporter_type_id::integer),
    facet(2, c.channel_id::integer),
    facet(3, c.language_id::integer),
    facet(4, c.information_source_id::integer),
    facet(5, c.request_type_id::integer),
    facet(6, c.virtual_place_id::integer),
    facet(7, c.outcome_id::integer),
    facet(8, c.relevance_id::integer),
    facet(9, c.place_nation::integer),
    facet(10, c.place_region::integer),
    facet(11, c.place_province::integer),
    facet(13, c.field_id::integer),
    facet(17, c.mode_id::integer),
    facet(18, c.victim_sex_id::integer),
    facet(19, c.judicial_authority_id::integer),
    facet(23, c.family_background_id::integer),
    facet(24, c.is_virtual::integer),
    facet(25, c.is_private::integer),
    facet(26, c.is_one_person::integer),
    facet(27, c.is_physical_aggression::integer),
    facet(28, c.is_hate_crime::integer),
    facet(29, c.involves_minors::integer),
    facet(30, c.minors_count::integer)
  ], null)
    || facets_in(14, c.contexts, 'contextId')
    || facets_in(15, c.grounds, 'groundId')
    || facets_in(16, c.grounds, 'subGroundId')
    || facets_in(20, c.victim_citizenships, 'citizenshipId')
    || facets_in(20, c.offender_citizenships, 'citizenshipId')
    || facets_in(21, c.hashtags, 'hashtagId')
    || facets_in(22, c.performed_actions, 'actionId')
  ;
end
$$;

create or replace function set_case_facets() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into case_facets values (new.id, new.list_rank, new.is_out_of_remit, facets_of(new));
  else
    insert into changed_facets values (new.id, facets_of(new)) on conflict (id) do update set facets = excluded.facets;
  end if;
  return null;
end $$;
create trigger cases_set_facets after insert or update of
  reporter_type_id, channel_id, language_id, information_source_id, request_type_id, virtual_place_id, outcome_id,
  relevance_id, place_nation, place_region, place_province, field_id, mode_id, victim_sex_id, judicial_authority_id,
  family_background_id, is_virtual, is_private, is_one_person, is_physical_aggression, is_hate_crime, involves_minors,
  minors_count, contexts, grounds, victim_citizenships, offender_citizenships, hashtags, performed_actions on cases
  for each row execute function set_case_facets();

create function set_case_place() returns trigger language plpgsql as $$
begin
  if (old.list_rank, old.is_out_of_remit) is distinct from (new.list_rank, new.is_out_of_remit) then
    update case_facets set list_rank = new.list_rank, is_out_of_remit = new.is_out_of_remit where id = new.id;
  end if;
  return null;
end $$;
create trigger cases_set_place after update of status, relevance_id on cases for each row execute function set_case_place();

-- PostgreSQL reads the text of a `when` again for each change of a row: the names of the columns say the same.
drop trigger cases_change_statistics on cases;
create trigger cases_change_statistics after update of
  status, outcome_id, relevance_id, channel_id, reporter_type_id, field_id, mode_id, victim_age_band_id, is_virtual,
  virtual_place_id, place_region, place_province, assigned_to, created_at, closed_at, grounds, contexts, victim_citizenships
  on cases for each row execute function set_case_statistics();

drop trigger cases_compare_again on cases;
create or replace function compare_case_again() returns trigger language plpgsql as $$
begin
  if (old.reporter_person_id, old.reporter_organisation_id, old.victim_person_id, old.pseudonymised_at, old.status in ('closed', 'cancelled'))
    is not distinct from
    (new.reporter_person_id, new.reporter_organisation_id, new.victim_person_id, new.pseudonymised_at, new.status in ('closed', 'cancelled'))
  then
    return null;
  end if;
  if new.pseudonymised_at is not null then
    delete from registry_suggestions where case_id = new.id;
    delete from registry_comparisons where kind = 'case' and id = new.id;
    return null;
  end if;
  delete from registry_suggestions where case_id = new.id and status = 'open' and (
    source = 'reporter' and num_nonnulls(new.reporter_person_id, new.reporter_organisation_id) > 0
    or source = 'victim' and new.victim_person_id is not null);
  insert into registry_comparisons (kind, id) values ('case', new.id) on conflict do nothing;
  return null;
end $$;
create trigger cases_compare_again
  after update of status, reporter_person_id, reporter_organisation_id, victim_person_id, pseudonymised_at on cases
  for each row execute function compare_case_again();
