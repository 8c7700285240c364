import { languageCodes } from '@portal/contract'
import { type QueryExecutorProvider, sql } from 'kysely'
import { contexts } from './seed/contexts.ts'
import { directives } from './seed/directives.ts'
import { endedNations, endedProvinces } from './seed/ended-places.ts'
import { grounds } from './seed/grounds.ts'
import { handlingLists } from './seed/handling-lists.ts'
import { municipalitySeeds } from './seed/municipalities.ts'
import { nations } from './seed/nations.ts'
import { personLists } from './seed/person-lists.ts'
import { provinces, regions } from './seed/provinces.ts'
import { publicLabels } from './seed/public-labels.ts'
import { reportLists } from './seed/report-lists.ts'
import type { SeedItem, SeedLists } from './seed/seed-list.ts'

/** The lists of the register of associations. */
const registerLists = {
  organisation_document: [
    [1, 'Atto costitutivo', 'Deed of incorporation'],
    [2, 'Statuto', 'Statute'],
    [3, 'Elenco degli iscritti con quote versate', 'Member list with fees paid'],
    [4, 'Bilancio annuale', 'Annual budget'],
    [5, "Relazione sull'attività svolta", 'Activity report'],
    [6, 'Dichiarazione sostitutiva del legale rappresentante', "Legal representative's declaration"],
    [7, "Documento d'identità del legale rappresentante", "Legal representative's identity document"],
  ],
  organisation_type: [
    [1, 'Associazione riconosciuta', 'Recognised association'],
    [2, 'Associazione non riconosciuta', 'Unrecognised association'],
    [3, 'Associazione di promozione sociale (APS)', 'Social promotion association'],
    [4, 'Organizzazione di volontariato (ODV)', 'Voluntary organisation'],
    [5, 'Fondazione', 'Foundation'],
    [6, 'Comitato', 'Committee'],
    [7, 'Cooperativa sociale', 'Social cooperative'],
    [8, 'Ente religioso', 'Religious body'],
    [9, 'Articolazione territoriale autonoma', 'Autonomous territorial branch'],
    [99, 'Altro', 'Other'],
  ],
  project_funder: [
    [1, 'Unione europea', 'European Union'],
    [2, 'Presidenza del Consiglio dei Ministri', 'Presidency of the Council of Ministers'],
    [3, 'Ministero', 'Ministry'],
    [4, 'Regione', 'Region'],
    [5, 'Provincia o città metropolitana', 'Province or metropolitan city'],
    [6, 'Comune', 'Municipality'],
    [7, 'Fondazione', 'Foundation'],
    [8, 'Privati e donazioni', 'Private donors'],
    [9, 'Autofinanziamento', 'Own funds'],
    [99, 'Altro', 'Other'],
  ],
} as const satisfies SeedLists

/**
 * Inserts missing reference data, and missing languages of existing labels; what the office or an import may have changed
 * stays as it is: an entry that the office has changed gets no languages, and a deleted one does not come back.
 * `db` is the caller's transaction.
 */
export async function seedReference(db: QueryExecutorProvider): Promise<void> {
  await seedLists(db)
  await seedNations(db)
  await seedPlaces(db)
}

async function seedLists(db: QueryExecutorProvider) {
  const seed = sql`jsonb_to_recordset(${JSON.stringify(referenceItemSeeds())}::jsonb)
    as seed(list text, id integer, labels jsonb, "parentId" integer, "isOther" boolean, code text)`
  await sql`
    insert into reference_items (list, id, labels, parent_id, is_other, code)
    select list, id, labels, "parentId", "isOther", code from ${seed}
    on conflict do nothing`.execute(db)
  await sql`
    update reference_items as item set labels = seed.labels || item.labels from ${seed}
    where (item.list, item.id) = (seed.list, seed.id) and seed.labels || item.labels <> item.labels
      and item.version = 1`.execute(db)
}

async function seedNations(db: QueryExecutorProvider) {
  await sql`
    insert into nations (id, iso2, iso3, istat_code, belfiore, labels, is_eu, retired_at)
    select id, iso2, iso3, "istatCode", belfiore, labels, "isEu", "retiredAt"
    from jsonb_to_recordset(${JSON.stringify([...nations, ...endedNations])}::jsonb)
      as seed(id integer, iso2 text, iso3 text, "istatCode" text, belfiore text, labels jsonb, "isEu" boolean,
        "retiredAt" date)
    on conflict do nothing`.execute(db)
}

async function seedPlaces(db: QueryExecutorProvider) {
  await sql`
    insert into regions (id, istat_code, name)
    select id, "istatCode", name
    from jsonb_to_recordset(${JSON.stringify(regions)}::jsonb) as seed(id integer, "istatCode" text, name text)
    on conflict do nothing`.execute(db)
  await sql`
    insert into provinces (id, istat_code, abbreviation, name, region_id, retired_at)
    select id, "istatCode", abbreviation, name, "regionId", "retiredAt"
    from jsonb_to_recordset(${JSON.stringify([...provinces, ...endedProvinces])}::jsonb)
      as seed(id integer, "istatCode" text, abbreviation text, name text, "regionId" integer, "retiredAt" date)
    on conflict do nothing`.execute(db)
  await sql`
    insert into municipalities
      (id, belfiore, istat_code, name, other_name, province_id, postal_codes, valid_until, succeeded_by)
    select id, belfiore, "istatCode", name, "otherName", "provinceId", "postalCodes", "validUntil", "succeededBy"
    from jsonb_to_recordset(${JSON.stringify(await municipalitySeeds())}::jsonb)
      as seed(id integer, belfiore text, "istatCode" text, name text, "otherName" text, "provinceId" integer,
        "postalCodes" text[], "validUntil" date, "succeededBy" integer)
    on conflict do nothing`.execute(db)
}

const lists: SeedLists = {
  ...grounds,
  ...contexts,
  ...directives,
  ...reportLists,
  ...handlingLists,
  ...personLists,
  ...registerLists,
}

/** A row of `reference_items` as seeded. */
interface ReferenceItemSeed {
  list: string
  id: number
  labels: Record<string, string>
  parentId: number | null
  isOther: boolean
  code: string | null
}

/** Every item of every list. */
export function referenceItemSeeds(): ReferenceItemSeed[] {
  return Object.entries(lists).flatMap(([list, entries]) =>
    isPlain(entries)
      ? entries.map((item) => toSeed(list, item, null))
      : Object.entries(entries).flatMap(([parent, items]) => items.map((item) => toSeed(list, item, Number(parent)))),
  )
}

function isPlain(entries: SeedLists[string]): entries is readonly SeedItem[] {
  return Array.isArray(entries)
}

function toSeed(list: string, [id, it, en]: SeedItem, parentId: number | null): ReferenceItemSeed {
  return {
    list,
    id,
    labels: {
      it,
      en,
      ...publicLabels[list]?.[id],
    },
    parentId,
    isOther: it === 'Altro',
    code: list === 'language' ? (languageCodes[id] ?? null) : null,
  }
}
