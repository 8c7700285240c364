-- The entries in force of the public register by name: its list, and their number from the index alone.
create index associations_enrolled_by_name on associations ((name collate "und-x-icu"), id)
  where enrolment_number is not null and enrolled_on is not null
    and closed_on is null and status <> all ('{removed,expired,rejected}');
