// The migrations that npm run new writes, after those that exist.
import { readdirSync } from 'node:fs'
import { root } from './stamp.mjs'

const migrations = readdirSync(`${root}server/migrations`)
  .sort()
  .map((file) => `server/migrations/${file}`)
/** The name of the next migration. */
export const nextMigration = (name) => {
  const last = Number(/\d{4}/.exec(migrations.at(-1))[0])
  return `server/migrations/${String(last + 1).padStart(4, '0')}-${name}.sql`
}

/** What the newest migration that has it says between two marks. */
function newestOf(read, pattern) {
  const found = migrations.toReversed().flatMap((file) => pattern.exec(read(file))?.[0] ?? [])
  if (found.length === 0) throw new Error(`No migration has ${pattern}.`)
  return found[0]
}

/** The function and the trigger of the facets, as the newest migrations have them, with one facet more. */
export function facetsWith(read, column, number) {
  const body = newestOf(read, /create (?:or replace )?function facets_of\(c cases\)[\s\S]*?\nend\s+\$\$;\n/)
  const trigger = newestOf(read, /create trigger cases_set_facets[\s\S]*? on cases\n[\s\S]*?;\n/)
  const facet = `,\n    facet(${number}, c.${column}::integer)\n  ], null)`
  return [
    body.replace(/^create (?:or replace )?/, 'create or replace ').replace(/\n {2}\], null\)/, facet),
    `\ndrop trigger cases_set_facets on cases;\n`,
    trigger.replace(/ on cases\n/, `,\n  ${column} on cases\n`),
  ].join('')
}
