-- What the public register is searched by beside region and grounds: the municipality of the seat and the sub-grounds. Null until the
-- nightly run of the register has read them from the sealed values of a row from before.
alter table associations
  add column city_id integer,
  add column sub_ground_ids integer[];
-- A document of a type that the office published when it was sent, which its form said before.
alter table attachments add column association_public boolean not null default false;
create index associations_by_sub_grounds on associations using gin (sub_ground_ids);
create index associations_without_place on associations (id) where sub_ground_ids is null and content is not null;
-- The steps of enrolments, newest first, for the feed of the public register.
create index association_events_of_register on association_events (id)
  where kind in ('sign', 'signRenewal', 'expire', 'reject', 'endRenewal', 'remove', 'acceptProposal');
