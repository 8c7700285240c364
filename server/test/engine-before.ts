import { readdirSync, readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'

const folder = new URL('../migrations/', import.meta.url)

/** An embedded engine with all migrations before the one named, and the way to apply that one. */
export async function openEngineBefore(migration: string) {
  const engine = await PGlite.create()
  const sqlOf = (name: string) => readFileSync(new URL(name, folder), 'utf8')
  for (const name of readdirSync(folder).sort()) if (name < migration) await engine.exec(sqlOf(name))
  return {
    exec: (sql: string) => engine.exec(sql),
    query: async (sql: string) => (await engine.query<Record<string, unknown>>(sql)).rows,
    migrate: () => engine.exec(sqlOf(migration)),
    close: () => engine.close(),
  }
}
