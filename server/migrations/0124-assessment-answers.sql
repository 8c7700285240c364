-- What the addressees of an assessment did, in clear for the statistics; earlier answers are only in its sealed content.
alter table assessments add column answer text check (answer in ('done', 'partly', 'notDone', 'none'));
