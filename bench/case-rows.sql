-- :rows cases of five years of an office: most of them closed, ids in the order of arrival.
-- Draws an id from 1 to `most`: low ids are frequent, high ids rare. `chance` is a random number from 0 to 1.
create function pg_temp.likely(most integer, chance float8) returns integer language sql immutable
  as $$ select 1 + floor(most * chance * chance)::integer $$;

insert into cases (
  id, protocol_year, protocol_number, status, created_at, inserted_at, worked_from, status_since, closed_at,
  assigned_to, reporter_type_id, language_id, channel_id, field_id, mode_id, outcome_id, relevance_id, is_virtual,
  information_source_id, request_type_id, place_nation, place_region, place_province, victim_sex_id, is_private,
  is_one_person, is_physical_aggression, is_hate_crime, involves_minors, contexts, grounds, hashtags,
  victim_citizenships, performed_actions, protocol_numbers, version)
overriding system value
select
  n, extract(year from came)::integer, n, status, came, came + r10 * interval '2 days', came,
  case when status = 'open' then came else least(came + r11 * interval '60 days', now()) end,
  case when status in ('closed', 'cancelled') then least(came + (5 + r11 * 80) * interval '1 day', now()) end,
  case when status not in ('open', 'toAssign') then (select min(id) from users) + pg_temp.likely(40, r5) end,
  pg_temp.likely(4, r6), case when r7 < 0.9 then 1 else pg_temp.likely(6, r8) end, pg_temp.likely(10, r9),
  case when status <> 'open' then pg_temp.likely(14, r1) end,
  -- Mode 9 is frequent, but rare in cases whose narrative has the word of two cases in five (`wordsOf`).
  case when n % 5000 = 0 or (n % 5 >= 2 and r2 < 0.3) then 9 when status <> 'open' then pg_temp.likely(8, r3) end,
  case when status = 'closed' then pg_temp.likely(17, r4) end,
  case when status in ('open', 'cancelled') then null when r12 < 0.85 then 1 when r12 < 0.92 then 2 when r12 < 0.96 then 3 else 4 end,
  case when r13 < 0.3 then true when r13 < 0.8 then false end,
  case when r1 < 0.5 then pg_temp.likely(10, r12) end, case when r2 < 0.6 then pg_temp.likely(9, r13) end,
  105, case when r3 < 0.9 then pg_temp.likely(20, r7) end, case when r3 < 0.8 then pg_temp.likely(100, r8) end,
  pg_temp.likely(4, r9), r10 < 0.4, r11 < 0.7, r5 < 0.05, r6 < 0.03, r8 < 0.1,
  case when r4 < 0.6 then jsonb_build_array(jsonb_build_object('contextId', 100 + pg_temp.likely(8, r5))) end,
  case when status <> 'open' then jsonb_build_array(jsonb_build_object('groundId', ground, 'subGroundId', ground * 100 + pg_temp.likely(6, r10), 'priority', 0))
    || case when r11 < 0.2 then jsonb_build_array(jsonb_build_object('groundId', 1 + ground % 8, 'priority', 1)) else '[]' end end,
  case when n % 2000 = 7 then jsonb_build_array(jsonb_build_object('hashtagId', 60)) when r12 < 0.3 then jsonb_build_array(jsonb_build_object('hashtagId', pg_temp.likely(40, r1 * r2))) end,
  case when r13 < 0.6 then jsonb_build_array(jsonb_build_object('citizenshipId', 100 + pg_temp.likely(60, r3))) end,
  case when status = 'closed' then jsonb_build_array(jsonb_build_object('actionId', pg_temp.likely(17, r6), 'date', to_char(came + interval '10 days', 'YYYY-MM-DD'))) end,
  case when status <> 'open' then jsonb_build_array(jsonb_build_object('number', 'DPO ' || n || '/' || chr(65 + n % 26), 'date', to_char(came + interval '3 days', 'YYYY-MM-DD'))) end,
  1 + pg_temp.likely(6, r7)
from (
  select *, pg_temp.likely(8, r9) as ground, case
    when days < 4 then case when r0 < 0.8 then 'open' when r0 < 0.9 then 'toAssign' else 'inWorkOne' end
    when days < 30 then case when r0 < 0.15 then 'open' when r0 < 0.3 then 'toAssign' when r0 < 0.45 then 'inWorkOne' when r0 < 0.7 then 'inWorkTwo' when r0 < 0.95 then 'closed' else 'cancelled' end
    when days < 120 then case when r0 < 0.01 then 'open' when r0 < 0.03 then 'toAssign' when r0 < 0.1 then 'inWorkOne' when r0 < 0.35 then 'inWorkTwo' when r0 < 0.4 then 'external' when r0 < 0.95 then 'closed' else 'cancelled' end
    else case when r0 < 0.02 then 'inWorkTwo' when r0 < 0.025 then 'external' when r0 < 0.03 then 'reopened' when r0 < 0.95 then 'closed' else 'cancelled' end
  end as status
  from (
    select n, days, now() - days * interval '1 day' as came, random() r0, random() r1, random() r2, random() r3, random() r4,
      random() r5, random() r6, random() r7, random() r8, random() r9, random() r10, random() r11, random() r12, random() r13
    from (select n, (:rows - n + 1) * 1825.0 / :rows as days from generate_series(1, :rows) as n) as numbered
  ) as drawn
) as cases_to_insert;

insert into protocol_counters (year, last) select protocol_year, max(protocol_number) from cases group by protocol_year
  on conflict (year) do update set last = excluded.last;
select setval(pg_get_serial_sequence('cases', 'id'), :rows);

-- Related rows: two history entries each, a message in one case of seven, some of them unread.
insert into case_events (case_id, kind, at, status_to) select id, 'received', created_at, 'open' from cases;
insert into case_events (case_id, kind, at, by_user, role, status_from, status_to)
  select id, 'assignTwo', status_since, assigned_to, 'manager', 'open', status from cases where assigned_to is not null;
insert into case_messages (case_id, sent_at, read_at)
  select id, sent, case when random() < (case when closed_at is null then 0.7 else 0.98 end) then sent + interval '1 day' end
  from (select id, closed_at, least(created_at + random() * interval '90 days', now()) as sent from cases where random() < 0.15) as written;

insert into case_count_entries (status, is_out_of_remit, assigned_to, unread, awaits_letter, delta)
  select status, is_out_of_remit, assigned_to, unread, awaits_letter, count(*) from cases
  group by status, is_out_of_remit, assigned_to, unread, awaits_letter;
