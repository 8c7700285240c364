import { missLine } from '../server/test/registry-people/quality.ts'
import budgets from './budgets.json' with { type: 'json' }
import { measureDuplicates } from './duplicates.ts'
import { atLeast, atMost } from './limits.ts'
import { row } from './load.ts'
import { measureRegistry, measureRegistryQuality } from './registry.ts'
import { per, round, seconds, values } from './settings.ts'

export async function registry() {
  const measured = await measureRegistry(Number(values.rows), { seconds, only: values.only })
  if (!measured) return
  const { figures, megabytes, tokensPerPerson } = measured
  console.log(
    `\n${values.rows} people on PostgreSQL: searches over HTTP at 40 a second (aim: p95 under 50 ms), and on plain text`,
  )
  for (const [name, { steady, alone, plain, processor }] of Object.entries(figures)) {
    console.log(
      `${name}; processor ms a call: server ${round(processor.server)}, database ${round(processor.database)}`,
    )
    console.table({ '40 per second': row(steady), alone: row(alone), 'plain text, alone': row(plain) })
    atMost(`p95 of ${name}`, Math.round(steady.p95), budgets.registrySearchP95)
    atMost(`errors of ${name}`, steady.errors + alone.errors, 0)
  }
  console.log(`Tokens of a person: ${tokensPerPerson}; megabytes:`)
  console.table(megabytes)
}

export async function registryDuplicates() {
  const planted = Math.min(Number(values.queries), 5000)
  const figures = await measureDuplicates(Math.min(Number(values.rows), 50_000), planted)
  if (!figures) return
  const { recall, precision, missed, wrong, millisPerSearch } = figures
  console.log(`\n${planted} second records and as many strangers (aims: precision 0.95, recall 0.9)`)
  console.table({ recall: per(recall, 1), precision: per(precision, 1), 'ms per search': round(millisPerSearch) })
  console.log(['Missed:', ...missed.slice(0, 20), 'Wrong:', ...wrong.slice(0, 20)].join('\n'))
  atLeast('recall of duplicates', recall, budgets.duplicatesRecall)
  atLeast('precision of duplicates', precision, budgets.duplicatesPrecision)
}

export async function registryQuality() {
  const rows = Math.min(Number(values.rows), 50_000)
  const quality = await measureRegistryQuality(rows, Number(values.queries))
  if (!quality) return
  const { misses, ...figures } = quality
  console.log(`\n${rows} people: ${figures.queries} searches as operators type them (aims: 0.98 in ten, 0.9 in three)`)
  console.table(figures)
  console.log(misses.map(missLine).join('\n'))
  atLeast('share of searches that find the person in ten', figures.inTen, budgets.registryInTen)
  atLeast('share of searches that find the person in three', figures.inThree, budgets.registryInThree)
}
