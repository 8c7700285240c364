-- Where a case stands in its list, and whether it is one of it, without its row being read: what is found elsewhere (words,
-- names, days of events, unread messages) by thousands is counted and sorted by this.
create index cases_place on cases (id) include (list_rank, is_out_of_remit);

-- Where an association has its seat is asked together with where a person lives: each needs its index.
create index reports_by_seat on reports (organisation_region, organisation_province, case_id) where organisation_region is not null;
create index reports_by_seat_abroad on reports (organisation_nation, case_id)
  where organisation_nation is not null and organisation_nation <> 105;
create index reports_by_city_of_seat on reports (organisation_city, case_id) where organisation_city is not null;
