-- A case that is ended after its persons were erased carries words of the office, the reason, which have their time too.
drop index cases_by_closing;
create index cases_by_closing on cases (closed_at)
  where closed_at is not null and (pseudonymised_at is null or pseudonymised_at < closed_at);
