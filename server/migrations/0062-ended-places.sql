-- People were born in municipalities that ended before ISTAT gave the codes of today.
alter table municipalities alter column istat_code drop not null;
