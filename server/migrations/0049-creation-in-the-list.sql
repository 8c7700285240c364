-- Lists of a time span are sorted by their place in the list and leave out what is out of remit: both are read from the index.

drop index cases_by_creation;
create index cases_by_creation on cases (created_at, id) include (list_rank, is_out_of_remit);
drop index cases_by_insertion;
create index cases_by_insertion on cases (inserted_at, id) include (list_rank, is_out_of_remit);
