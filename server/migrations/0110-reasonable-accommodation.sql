-- Which accommodation a reporter asks for is sealed; that one is asked for is in clear, for lists and statistics.
alter table reports
  add column needs_accommodation boolean,
  add column interpreter bytea,
  add column sign_language bytea,
  add column easy_language bytea,
  add column accessible_place bytea,
  add column other_accommodation bytea;
alter table cases add column is_accommodation_asked boolean;

create or replace function facets_of(c cases) returns integer[] language plpgsql immutable as $$
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
    facet(30, c.minors_count::integer),
    facet(31, c.is_accommodation_asked::integer)
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

drop trigger cases_set_facets on cases;
create trigger cases_set_facets after insert or update of
  reporter_type_id, channel_id, language_id, information_source_id, request_type_id, virtual_place_id, outcome_id,
  relevance_id, place_nation, place_region, place_province, field_id, mode_id, victim_sex_id, judicial_authority_id,
  family_background_id, is_virtual, is_private, is_one_person, is_physical_aggression, is_hate_crime, involves_minors,
  minors_count, contexts, grounds, victim_citizenships, offender_citizenships, hashtags, performed_actions,
  is_accommodation_asked on cases
  for each row execute function set_case_facets();
