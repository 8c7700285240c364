-- Finds associations by search tokens, through the index. PostgreSQL adds up the frequencies of the alternatives of a word,
-- which occur together, and would read the whole table instead: 14 ms against 3 for 2,500 of 10,000 rows.
create function association_ids_with(searched bigint[]) returns setof integer
language sql stable rows 500 set enable_seqscan = off
as 'select id from association_tokens where tokens && searched';
