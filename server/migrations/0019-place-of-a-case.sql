-- Where a case stands in its list, and whether it is one of it, without its row being read: what is found elsewhere (words,
-- names, days of events, unread messages) by thousands is counted and sorted by this.
create index cases_place on cases (id) include (list_rank, is_out_of_remit);

-- Where an association has its seat is asked together with where a person lives: each needs its index.
create index reports_by_seat on reports (organisation_region, organisation_province, case_id) where organisation_region is not null;
create index reports_by_seat_abroad on reports (organisation_nation, case_id)
  where organisation_nation is not null and organisation_nation <> 105;
create index reports_by_city_of_seat on reports (organisation_city, case_id) where organisation_city is not null;

-- A name is looked for by dozens of tokens, each of hardly any row: known too roughly they seem to be a third of all rows, which
-- PostgreSQL then reads and compares one by one.
alter table report_tokens alter column tokens set statistics 500;
alter table natural_person_tokens alter column tokens set statistics 500;
alter table legal_person_tokens alter column tokens set statistics 500;
alter table user_tokens alter column tokens set statistics 500;
analyze report_tokens, natural_person_tokens, legal_person_tokens, user_tokens;
