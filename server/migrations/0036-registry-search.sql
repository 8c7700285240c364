-- Search of the registry: by transliterations, places and birth dates, the best match first.

-- The first ids, in the order of the table, with a token of every group, through the index. PostgreSQL adds up the frequencies of
-- the alternatives of a word, which occur together, and would read the whole table instead.
create function registry_ids_with(token_table regclass, token_groups text[], most integer) returns setof integer
language plpgsql stable rows 100 set enable_seqscan = off
as $$
begin
  return query execute format(
    'select id from %s where %s limit %s',
    token_table,
    (select string_agg(format('tokens && %L::bigint[]', tokens), ' and ') from unnest(token_groups) as tokens),
    most);
end $$;

-- The next start writes the tokens again, with those of places and of names in other scripts.
delete from natural_person_tokens;
delete from legal_person_tokens;
