-- Facets are computed by a trigger: a new dimension needs a new function, and no rewrite of the table under an exclusive lock.
-- They leave the rows of search tokens, where a changed facet indexed every token of the case again.

drop trigger report_tokens_take_facets on report_tokens;
drop trigger cases_hand_facets_on on cases;
drop function take_facets();
drop function hand_facets_on();

alter table cases alter column facets drop expression;
-- Printed by the test of cases.facets.ts.
create function set_case_facets() returns trigger language plpgsql as $$
begin
  new.facets = array_remove(array[
    facet(1, new.reporter_type_id::integer),
    facet(2, new.channel_id::integer),
    facet(3, new.language_id::integer),
    facet(4, new.information_source_id::integer),
    facet(5, new.request_type_id::integer),
    facet(6, new.virtual_place_id::integer),
    facet(7, new.outcome_id::integer),
    facet(8, new.relevance_id::integer),
    facet(9, new.place_nation::integer),
    facet(10, new.place_region::integer),
    facet(11, new.place_province::integer),
    facet(13, new.field_id::integer),
    facet(17, new.mode_id::integer),
    facet(18, new.victim_sex_id::integer),
    facet(19, new.judicial_authority_id::integer),
    facet(23, new.family_background_id::integer),
    facet(24, new.is_virtual::integer),
    facet(25, new.is_private::integer),
    facet(26, new.is_one_person::integer),
    facet(27, new.is_physical_aggression::integer),
    facet(28, new.is_hate_crime::integer),
    facet(29, new.involves_minors::integer),
    facet(30, new.minors_count::integer)
  ], null)
    || facets_in(14, new.contexts, 'contextId')
    || facets_in(15, new.grounds, 'groundId')
    || facets_in(16, new.grounds, 'subGroundId')
    || facets_in(20, new.victim_citizenships, 'citizenshipId')
    || facets_in(20, new.offender_citizenships, 'citizenshipId')
    || facets_in(21, new.hashtags, 'hashtagId')
    || facets_in(22, new.performed_actions, 'actionId')
  ;
  return new;
end
$$;
create trigger cases_set_facets before insert or update on cases for each row execute function set_case_facets();

drop index report_tokens_by_token;
alter table report_tokens drop column facets;
create index report_tokens_by_token on report_tokens using gin (tokens) with (fastupdate = off);
