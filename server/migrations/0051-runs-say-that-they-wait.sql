-- When a server last said that it works on a run: a run that nobody works on waits.
alter table runs add column worked_at timestamptz;
