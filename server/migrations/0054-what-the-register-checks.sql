-- What waits for a decision of the register, and the dates from which its terms count.

alter table associations
  -- Sealed JSON: the changes of what the decree rests on that wait for the register; when, and by which user, they were proposed.
  add column proposal bytea,
  add column proposed_at timestamptz,
  add column proposed_by integer references users,
  add column removal_requested_on date,
  -- The request of the newest renewal, and the expiry that it prolonged or prolongs.
  add column renewal_requested_on date,
  add column renewed_from date,
  -- The letter about the end of a renewal that waits for the association.
  add column renewal_warned_on date;

-- Terms that began before this version count from the act in the history.
update associations a set removal_requested_on = coalesce(
    (select (max(e.at) at time zone 'Europe/Rome')::date from association_events e
     where e.association_id = a.id and e.kind = 'askRemoval'),
    (now() at time zone 'Europe/Rome')::date)
  where is_removal_requested;
update associations a set renewal_requested_on = renewal.requested_on
  from (select association_id, (max(at) at time zone 'Europe/Rome')::date as requested_on
        from association_events where kind = 'askRenewal' group by association_id) renewal
  where renewal.association_id = a.id;
-- A renewal that began with its decree did not prolong a later expiry.
update associations set renewed_from = (expires_on - interval '1 year')::date
  where renewed_on is not null and decree_date is not null and expires_on > (decree_date + interval '1 year')::date;

alter table associations drop column is_removal_requested;

create index associations_by_proposal on associations (proposed_at) where proposed_at is not null;
create index associations_by_removal_request on associations (removal_requested_on) where removal_requested_on is not null;
create index associations_waiting_for_documents on associations (expires_on, id)
  where status = 'documentsAsked' and origin = 'renewalAsked';

-- A document of a proposal comes into force when the register accepts it; one that is refused never does.
alter table attachments
  add column association_proposed boolean not null default false,
  add column association_in_force_at timestamptz;
