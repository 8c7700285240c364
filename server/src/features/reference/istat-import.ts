import { type QueryExecutorProvider, sql } from 'kysely'
import { municipalityId } from './belfiore.ts'
import type { IstatRow } from './istat-file.ts'

/** Counts of an import. A municipality that was both renamed and moved counts in both. */
export interface IstatChanges {
  added: number
  renamed: number
  /** To another province, or with another ISTAT code. */
  moved: number
  /** No longer in the list: valid until today. */
  closed: number
  /** Closed before, and in the list again. */
  reopened: number
  unchanged: number
}

/** A municipality in the database. */
interface StoredMunicipality extends IstatRow {
  isValid: boolean
}

/** The ids of the provinces in force, by abbreviation. */
export async function loadProvinceIds(db: QueryExecutorProvider): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; abbreviation: string }>`
    select id, abbreviation from provinces where retired_at is null`.execute(db)
  return new Map(rows.map(({ abbreviation, id }) => [abbreviation, id]))
}

/**
 * Updates the municipalities in force to `rows`, the whole official list. Idempotent. `db` is the caller's transaction,
 * `today` an ISO date.
 */
export async function importIstat(
  db: QueryExecutorProvider,
  rows: readonly IstatRow[],
  today: string,
): Promise<IstatChanges> {
  const { changes, toWrite, toClose } = planImport(await loadMunicipalities(db), rows)
  const provinceIds = await loadProvinceIds(db)
  const values = toWrite.map((row) => ({
    ...row,
    id: municipalityId(row.belfiore),
    provinceId: provinceIds.get(row.province),
  }))
  await sql`
    insert into municipalities (id, belfiore, istat_code, name, other_name, province_id)
    select id, belfiore, "istatCode", name, "otherName", "provinceId"
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
      as listed(id integer, belfiore text, "istatCode" text, name text, "otherName" text, "provinceId" integer)
    on conflict (id) do update set
      istat_code = excluded.istat_code, name = excluded.name, other_name = excluded.other_name,
      province_id = excluded.province_id, valid_until = null, succeeded_by = null`.execute(db)
  await sql`
    update municipalities set valid_until = ${today} where belfiore = any(${toClose})`.execute(db)
  return changes
}

async function loadMunicipalities(db: QueryExecutorProvider): Promise<StoredMunicipality[]> {
  const { rows } = await sql<StoredMunicipality>`
    select m.belfiore, m.istat_code as "istatCode", m.name, m.other_name as "otherName",
      p.abbreviation as province, m.valid_until is null as "isValid"
    from municipalities m join provinces p on p.id = m.province_id`.execute(db)
  return rows
}

/** Plans the writes that turn the stored municipalities into the official list. */
function planImport(known: readonly StoredMunicipality[], listed: readonly IstatRow[]) {
  const knownByCode = new Map(known.map((municipality) => [municipality.belfiore, municipality]))
  const listedCodes = new Set(listed.map(({ belfiore }) => belfiore))
  const toClose = known.filter(({ isValid, belfiore }) => isValid && !listedCodes.has(belfiore))
  const compared = listed.map((row) => ({ row, ...compare(knownByCode.get(row.belfiore), row) }))
  const count = (difference: keyof Differences) => compared.filter((entry) => entry[difference]).length
  const toWrite = compared.filter(
    ({ isNew, isRenamed, isMoved, isReopened }) => isNew || isRenamed || isMoved || isReopened,
  )
  const changes: IstatChanges = {
    added: count('isNew'),
    renamed: count('isRenamed'),
    moved: count('isMoved'),
    closed: toClose.length,
    reopened: count('isReopened'),
    unchanged: listed.length - toWrite.length,
  }
  return {
    changes,
    toWrite: toWrite.map(({ row }) => row),
    toClose: toClose.map(({ belfiore }) => belfiore),
  }
}

interface Differences {
  isNew: boolean
  isRenamed: boolean
  isMoved: boolean
  isReopened: boolean
}

function compare(known: StoredMunicipality | undefined, row: IstatRow): Differences {
  if (!known) return { isNew: true, isRenamed: false, isMoved: false, isReopened: false }
  return {
    isNew: false,
    isRenamed: known.name !== row.name || known.otherName !== row.otherName,
    isMoved: known.province !== row.province || known.istatCode !== row.istatCode,
    isReopened: !known.isValid,
  }
}
