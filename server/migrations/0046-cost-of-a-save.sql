-- A save costs what it changes: room for a new version of a row beside the old one, so that the indexes keep their entries, and
-- triggers that run only where a column changes that they read. New pages have the room, others get it when the table is rewritten.

alter table cases set (fillfactor = 85);
-- A row fills a quarter of a page.
alter table reports set (fillfactor = 75);
alter table report_tokens set (fillfactor = 85);

drop trigger cases_set_facets on cases;
create trigger cases_set_facets before insert or update of
  reporter_type_id, channel_id, language_id, information_source_id, request_type_id, virtual_place_id, outcome_id,
  relevance_id, place_nation, place_region, place_province, field_id, mode_id, victim_sex_id, judicial_authority_id,
  family_background_id, is_virtual, is_private, is_one_person, is_physical_aggression, is_hate_crime, involves_minors,
  minors_count, contexts, grounds, victim_citizenships, offender_citizenships, hashtags, performed_actions on cases
  for each row execute function set_case_facets();

drop trigger cases_set_statistics on cases;
create trigger cases_set_statistics after insert on cases for each row execute function set_case_statistics();
create trigger cases_change_statistics after update on cases for each row when (
  (
    old.status, old.outcome_id, old.relevance_id, old.channel_id, old.reporter_type_id, old.field_id, old.mode_id,
    old.victim_age_band_id, old.is_virtual, old.virtual_place_id, old.place_region, old.place_province, old.assigned_to,
    old.created_at, old.closed_at, old.grounds, old.contexts, old.victim_citizenships
  ) is distinct from (
    new.status, new.outcome_id, new.relevance_id, new.channel_id, new.reporter_type_id, new.field_id, new.mode_id,
    new.victim_age_band_id, new.is_virtual, new.virtual_place_id, new.place_region, new.place_province, new.assigned_to,
    new.created_at, new.closed_at, new.grounds, new.contexts, new.victim_citizenships
  )) execute function set_case_statistics();

-- A case is compared with the registry again where its people change, where a link answers for one of them, and where nobody can
-- link them any more, or can again.
drop trigger cases_compare_again on cases;
create trigger cases_compare_again
  after update of status, reporter_person_id, reporter_organisation_id, victim_person_id, pseudonymised_at on cases
  for each row when (
    (old.reporter_person_id, old.reporter_organisation_id, old.victim_person_id, old.pseudonymised_at, old.status in ('closed', 'cancelled'))
    is distinct from
    (new.reporter_person_id, new.reporter_organisation_id, new.victim_person_id, new.pseudonymised_at, new.status in ('closed', 'cancelled'))
  ) execute function compare_case_again();

-- A row that is only sealed again, under another key, has the same people.
create trigger reports_compare_again after update of
  profile, anonymous, first_name, last_name, birth_date, reporter_tax_code, email, phone, other_phone, nation, region,
  province, city, address, postal_code, organisation_name, organisation_vat, legal_representative, contact_person,
  organisation_phone, organisation_other_phone, organisation_email, organisation_nation, organisation_region,
  organisation_province, organisation_city, organisation_address, organisation_postal_code, victim_first_name,
  victim_last_name, victim_birth_date, victim_tax_code on reports
  for each row when (old.key_id is not distinct from new.key_id) execute function compare_report();
