alter table reports add column event_year_confirmed boolean;
comment on column reports.event_year_confirmed is 'the sender confirmed that it happened before 1950';

alter table natural_persons add column birth_place_text bytea;
comment on column natural_persons.birth_place_text is 'sealed; the place of birth where no list has it';
