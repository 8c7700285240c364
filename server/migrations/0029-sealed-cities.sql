-- The city of the event and of an association's seat are sealed with the report: a city of few people tells who they are.

-- What the next start seals before anybody is served. A case without persons keeps its province alone.
create table plain_cities (
  case_id integer primary key references reports,
  place_city integer,
  organisation_city integer
);
insert into plain_cities
  select cases.id, cases.place_city, reports.organisation_city
  from cases join reports on reports.case_id = cases.id
  where cases.pseudonymised_at is null and (cases.place_city is not null or reports.organisation_city is not null);
insert into plain_traces select true
  where exists (select from cases where place_city is not null)
    or exists (select from reports where organisation_city is not null)
  on conflict do nothing;

alter table reports drop column organisation_city;
alter table reports add column organisation_city bytea, add column place_city bytea;

-- The facets without dimension 12; to make the column again writes the table without the cities.
drop trigger cases_hand_facets_on on cases;
alter table cases drop column facets, drop column place_city;
alter table cases add column facets integer[] not null generated always as (
  array_remove(array[
    facet(1, reporter_type_id),
    facet(2, channel_id),
    facet(3, language_id),
    facet(4, information_source_id),
    facet(5, request_type_id),
    facet(6, virtual_place_id),
    facet(7, outcome_id),
    facet(8, relevance_id),
    facet(9, place_nation),
    facet(10, place_region),
    facet(11, place_province),
    facet(13, field_id),
    facet(17, mode_id),
    facet(18, victim_sex_id),
    facet(19, judicial_authority_id),
    facet(23, family_background_id),
    facet(24, is_virtual::integer),
    facet(25, is_private::integer),
    facet(26, is_one_person::integer),
    facet(27, is_physical_aggression::integer),
    facet(28, is_hate_crime::integer),
    facet(29, involves_minors::integer),
    facet(30, minors_count)
  ], null)
  || facets_in(14, contexts, 'contextId')
  || facets_in(15, grounds, 'groundId')
  || facets_in(16, grounds, 'subGroundId')
  || facets_in(20, victim_citizenships, 'citizenshipId')
  || facets_in(20, offender_citizenships, 'citizenshipId')
  || facets_in(21, hashtags, 'hashtagId')
  || facets_in(22, performed_actions, 'actionId')
) stored;
create index cases_by_facet on cases using gin (facets) with (fastupdate = off);
alter table cases alter column facets set statistics 1000;
create trigger cases_hand_facets_on after update on cases for each row
  when (old.facets is distinct from new.facets) execute function hand_facets_on();
update report_tokens set facets = cases.facets from cases
  where cases.id = report_tokens.id and report_tokens.facets is distinct from cases.facets;
analyze cases;
