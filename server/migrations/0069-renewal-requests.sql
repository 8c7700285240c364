-- When the request was made that a list, a filter or an export means: a renewal that no decree ends yet has its own day.
alter table associations
  add column current_request_at timestamptz not null generated always as (
    case
      when renewal_requested_on is not null and (status in ('renewalAsked', 'renewalApproved') or origin = 'renewalAsked')
        then renewal_requested_on::timestamp at time zone 'Europe/Rome'
      else requested_at
    end
  ) stored;

drop index associations_by_request_time;
create index associations_by_request_time on associations (status, current_request_at, id);
