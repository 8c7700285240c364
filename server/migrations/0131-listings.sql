-- What lists of cases show of a report: one sealed value, derived from its names and its narrative.
alter table reports add column listing bytea;

-- An earlier version that still runs during an upgrade writes these columns alone: what it leaves behind is out of date.
create function forget_listing() returns trigger language plpgsql as $$
begin
  new.listing := null;
  return new;
end $$;
create trigger reports_forget_listing before update of
  message, organisation_name, first_name, last_name, victim_first_name, victim_last_name on reports
  for each row when (new.listing is not distinct from old.listing) execute function forget_listing();
