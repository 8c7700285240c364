import type { RegistryKind } from '@portal/contract'
import { sql } from 'kysely'
import type { Db } from '#platform/database/transaction.ts'

interface Records {
  readonly kept: number
  readonly merged: number
}

const columns = { person: sql.ref('person_id'), organisation: sql.ref('organisation_id') } as const

/** What somebody said of a merged record, that it is not that of somebody else, holds for the kept one too. */
export async function copyDecisions(tx: Db, kind: RegistryKind, { kept, merged }: Records): Promise<void> {
  await sql`insert into registry_pairs (kind, first_id, second_id, weight, found_at, status, decided_by, decided_at)
    select kind, least(other, ${kept}::int), greatest(other, ${kept}::int), weight, found_at, status, decided_by, decided_at
    from registry_pairs, lateral (select first_id + second_id - ${merged}::int as other) as pair
    where kind = ${kind} and status = 'different' and ${merged}::int in (first_id, second_id) and other <> ${kept}::int
    on conflict (kind, first_id, second_id) do update
    set status = excluded.status, decided_by = excluded.decided_by, decided_at = excluded.decided_at
    where registry_pairs.status = 'open'`.execute(tx)
  const column = columns[kind]
  await sql`insert into registry_suggestions
      (source, case_id, association_id, ${column}, weight, found_at, status, decided_by, decided_at)
    select source, case_id, association_id, ${kept}::int, weight, found_at, status, decided_by, decided_at
    from registry_suggestions where ${column} = ${merged} and status = 'different'
    on conflict (case_id, association_id, source, person_id, organisation_id) do update
    set status = excluded.status, decided_by = excluded.decided_by, decided_at = excluded.decided_at
    where registry_suggestions.status = 'open'`.execute(tx)
}

/** Deletes what `copyDecisions` wrote: decisions about the kept record with the author and the time of one about the merged one. */
export async function deleteCopies(tx: Db, kind: RegistryKind, { kept, merged }: Records): Promise<void> {
  await sql`delete from registry_pairs as copy using registry_pairs as pair
    where copy.kind = ${kind} and pair.kind = ${kind}
      and copy.status = 'different' and pair.status = 'different'
      and ${kept}::int in (copy.first_id, copy.second_id) and ${merged}::int in (pair.first_id, pair.second_id)
      and copy.first_id + copy.second_id - ${kept}::int = pair.first_id + pair.second_id - ${merged}::int
      and copy.decided_by = pair.decided_by and copy.decided_at = pair.decided_at`.execute(tx)
  const [own, other] = [sql`copy.${columns[kind]}`, sql`suggestion.${columns[kind]}`]
  await sql`delete from registry_suggestions as copy using registry_suggestions as suggestion
    where ${own} = ${kept} and ${other} = ${merged} and copy.source = suggestion.source
      and copy.case_id is not distinct from suggestion.case_id
      and copy.association_id is not distinct from suggestion.association_id
      and copy.status = 'different' and suggestion.status = 'different'
      and copy.decided_by = suggestion.decided_by and copy.decided_at = suggestion.decided_at`.execute(tx)
}
