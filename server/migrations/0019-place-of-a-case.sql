-- Where a case stands in its list, and whether it is one of it, without its row being read: what is found elsewhere (words,
-- names, days of events, unread messages) by thousands is counted and sorted by this.
create index cases_place on cases (id) include (list_rank, is_out_of_remit);
