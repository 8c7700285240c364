-- A notice is about one case, about several that changed hands together, or about a request on personal data.
alter table notices
  alter column case_id drop not null,
  add column cases integer check (cases > 1),
  add column request_id integer references rights_requests,
  add constraint notices_about_one_thing check (num_nonnulls(case_id, cases, request_id) = 1);
create index notices_by_request on notices (request_id) where request_id is not null;
