-- A number that every change of a reference list or a place raises, so that servers know whether what they made of them still holds.

create table list_version (
  only_one boolean primary key default true check (only_one),
  version integer not null default 0
);
insert into list_version default values;

create function raise_list_version() returns trigger language plpgsql as $$
begin
  update list_version set version = version + 1;
  return null;
end $$;

create trigger reference_items_raise after insert or update or delete or truncate on reference_items
  for each statement execute function raise_list_version();
create trigger nations_raise after insert or update or delete or truncate on nations
  for each statement execute function raise_list_version();
create trigger regions_raise after insert or update or delete or truncate on regions
  for each statement execute function raise_list_version();
create trigger provinces_raise after insert or update or delete or truncate on provinces
  for each statement execute function raise_list_version();
create trigger municipalities_raise after insert or update or delete or truncate on municipalities
  for each statement execute function raise_list_version();
