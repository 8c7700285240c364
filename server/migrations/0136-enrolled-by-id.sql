-- What a search of the public register by place or by words compares of the entries in force, without reading their contents.
create index associations_enrolled on associations (id) include (name, city_id, region_id)
  where enrolment_number is not null and enrolled_on is not null
    and closed_on is null and status <> all ('{removed,expired,rejected}');
