import type { RegistryKind } from '@portal/contract'
import { sql } from 'kysely'
import {
  insertRegistryEvents,
  kindsOfRecord,
  listWithMerged,
  normalizeValues,
  openRecord,
  sealedTableOf,
} from '#features/registry/index.ts'
import { insertSealedRows, sealRows } from '#platform/protection/sealed-rows.ts'
import { columnName } from '#platform/protection/sealed-table.ts'
import { type KindIo, optionalLink, type StoredRecord } from '../transfer-kind-io.ts'

/** People or bodies of the registry. A code that a record of ours has already is an error: what may be one person is never merged. */
function registryIo<K extends RegistryKind>(kindName: K): KindIo<K> {
  const kind = kindsOfRecord[kindName]
  const sealed = sealedTableOf(kind)
  const path = kind.form.fields[kind.code]?.wire ?? kind.code
  const codeOf = (values: Readonly<Record<string, unknown>>) => normalizeValues(kind, values)[kind.code]

  return {
    table: columnName(kind.table),

    uniqueOf({ values }) {
      const code = codeOf(values)
      return typeof code === 'string' ? [{ path, message: 'codice_presente', value: code }] : []
    },

    async errorsOf({ vault }, db, records) {
      const tokens = records.map(({ values }) => {
        const code = codeOf(values)
        return typeof code === 'string' ? vault.uniqueTokens(sealed, kind.code, code) : []
      })
      const { rows } = await sql<{ token: string }>`
        select ${sql.ref(kind.codeColumn)}::text as token from ${sql.table(columnName(kind.table))}
        where ${sql.ref(kind.codeColumn)} = any(${`{${tokens.flat().join()}}`}::bigint[])`.execute(db)
      const taken = new Set(rows.map(({ token }) => token))
      return tokens.map((each) =>
        each.some((token) => taken.has(token)) ? [{ path, message: 'codice_presente' }] : [],
      )
    },

    async write({ vault }, tx, records, by) {
      const rows = records.map(({ id, head, values, links }) => ({
        ...normalizeValues(kind, values),
        id,
        createdBy: optionalLink(links, 'createdBy') ?? by.userId,
        changedAt: head.changedAt ?? by.at,
      }))
      await insertSealedRows(tx, sealRows(vault, sealed, rows))
      const events = rows.map(({ id, createdBy, changedAt }, index) => ({
        record: { kind: kindName, id },
        kind: 'insert' as const,
        at: changedAt,
        byUser: createdBy,
        role: null,
        changes: kind.changes.changesBetween({}, normalizeValues(kind, records[index]?.values ?? {})),
      }))
      await insertRegistryEvents(tx, vault, events)
    },

    async read({ vault }, db, after, limit) {
      const rows = await listWithMerged(db, kind, after, limit)
      return Promise.all(
        rows.map(async (row) => {
          const { id, changedAt, values } = await openRecord(vault, kind, row)
          // Both kinds have the same head, which the type of one of them does not say.
          const facts = { changedAt } as StoredRecord<K>['facts']
          return { id, facts, values, links: { createdBy: row.createdBy } }
        }),
      )
    },
  }
}

export const peopleIo = registryIo('person')
export const organisationsIo = registryIo('organisation')
