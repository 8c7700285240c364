import { type QueryExecutorProvider, sql } from 'kysely'
import { referenceItemSeeds } from './seed/lists.ts'
import { municipalitySeeds } from './seed/municipalities.ts'
import { nations } from './seed/nations.ts'
import { provinces, regions } from './seed/provinces.ts'

/**
 * Inserts missing reference data; existing rows, which the office or an import may have changed, stay as they are.
 * `db` is the caller's transaction; `officeTag` is the office's short name, which some labels contain.
 */
export async function seedReference(db: QueryExecutorProvider, { officeTag }: { officeTag: string }): Promise<void> {
  await seedLists(db, officeTag)
  await seedNations(db)
  await seedPlaces(db)
}

async function seedLists(db: QueryExecutorProvider, officeTag: string) {
  await sql`
    insert into reference_items (list, id, labels, parent_id, is_other, code)
    select list, id, labels, "parentId", "isOther", code
    from jsonb_to_recordset(${JSON.stringify(referenceItemSeeds(officeTag))}::jsonb)
      as seed(list text, id integer, labels jsonb, "parentId" integer, "isOther" boolean, code text)
    on conflict do nothing`.execute(db)
}

async function seedNations(db: QueryExecutorProvider) {
  await sql`
    insert into nations (id, iso2, iso3, istat_code, belfiore, labels, is_eu)
    select id, iso2, iso3, "istatCode", belfiore, labels, "isEu"
    from jsonb_to_recordset(${JSON.stringify(nations)}::jsonb)
      as seed(id integer, iso2 text, iso3 text, "istatCode" text, belfiore text, labels jsonb, "isEu" boolean)
    on conflict do nothing`.execute(db)
}

async function seedPlaces(db: QueryExecutorProvider) {
  await sql`
    insert into regions (id, istat_code, name)
    select id, "istatCode", name
    from jsonb_to_recordset(${JSON.stringify(regions)}::jsonb) as seed(id integer, "istatCode" text, name text)
    on conflict do nothing`.execute(db)
  await sql`
    insert into provinces (id, istat_code, abbreviation, name, region_id)
    select id, "istatCode", abbreviation, name, "regionId"
    from jsonb_to_recordset(${JSON.stringify(provinces)}::jsonb)
      as seed(id integer, "istatCode" text, abbreviation text, name text, "regionId" integer)
    on conflict do nothing`.execute(db)
  await sql`
    insert into municipalities
      (id, belfiore, istat_code, name, other_name, province_id, postal_codes, valid_until, succeeded_by)
    select id, belfiore, "istatCode", name, "otherName", "provinceId", "postalCodes", "validUntil", "succeededBy"
    from jsonb_to_recordset(${JSON.stringify(municipalitySeeds())}::jsonb)
      as seed(id integer, belfiore text, "istatCode" text, name text, "otherName" text, "provinceId" integer,
        "postalCodes" text[], "validUntil" date, "succeededBy" integer)
    on conflict do nothing`.execute(db)
}
