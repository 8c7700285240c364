import { type Form, type Person, personForm, writeWire } from '@portal/contract'
import { fillPeople } from '../server/test/registry-people/fill-people.ts'
import { inventPeople } from '../server/test/registry-people/people.ts'
import { plantDuplicates } from '../server/test/registry-people/planted.ts'
import { sealedEnv, withVault } from './filled-cases.ts'
import { createCaller } from './load.ts'
import { startPortal } from './portal.ts'
import { signIn } from './registry.ts'

export interface DuplicateFigures {
  /** Second records whose first one was found, of all of them. */
  readonly recall: number
  /** True pairs, of all pairs found for second records and for strangers. */
  readonly precision: number
  readonly missed: readonly string[]
  readonly wrong: readonly string[]
  readonly millisPerSearch: number
}

/** The records of a kind that the server takes for the same person. */
interface Matches {
  readonly listaDoppioni: readonly {
    readonly id_scheda: number
    readonly denominazione: string
    readonly peso: number
  }[]
}

/**
 * Measures how well duplicates are found: among `rows` people, `planted` second records with typing errors, swapped names, other
 * transliterations and missing fields, and as many people who have no first record; undefined without PostgreSQL.
 */
export async function measureDuplicates(rows: number, planted: number): Promise<DuplicateFigures | undefined> {
  const portal = await startPortal('postgres', { env: sealedEnv })
  if (!portal) return undefined
  const { call, close } = createCaller(1)
  try {
    const everybody = inventPeople(rows + planted)
    const people = everybody.slice(0, rows)
    await withVault(portal, (vault, database) => fillPeople(database, vault, people))
    const headers = await signIn(portal)
    const find = async (values: Partial<Person>) => {
      const body = JSON.stringify(writeWire(personForm as Form<Person>, values as Person))
      const reply = await call(`${portal.api}/v1/anagrafica/doppioni-persona-fisica`, { method: 'POST', headers, body })
      if (reply.status !== 200) throw new Error(`${reply.status}: ${reply.body}`)
      return (JSON.parse(reply.body).result as Matches).listaDoppioni
    }
    const [missed, wrong]: [string[], string[]] = [[], []]
    let found = 0
    const start = performance.now()
    for (const { original, values } of plantDuplicates(people, planted, 11)) {
      const matches = await find(values)
      if (matches.some(({ id_scheda }) => id_scheda === original)) found += 1
      else missed.push(JSON.stringify({ original: people.find(({ id }) => id === original)?.values, second: values }))
      for (const match of matches.filter(({ id_scheda }) => id_scheda !== original))
        wrong.push(`${values.lastName} ${values.firstName} ${values.birthDate ?? ''}: ${JSON.stringify(match)}`)
    }
    for (const { values } of everybody.slice(rows))
      for (const match of await find(values))
        wrong.push(`${values.lastName} ${values.firstName}: ${JSON.stringify(match)}`)
    const millisPerSearch = (performance.now() - start) / (2 * planted)
    return { recall: found / planted, precision: found / (found + wrong.length), missed, wrong, millisPerSearch }
  } finally {
    close()
    await portal.close()
  }
}
