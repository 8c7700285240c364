-- Named choices of RUP that fill the form which closes a case.
create table closing_macros (
  id int generated always as identity primary key,
  name text not null unique check (length(name) between 1 and 60),
  outcome_id int not null,
  performed_action_id int not null,
  reason text
);
