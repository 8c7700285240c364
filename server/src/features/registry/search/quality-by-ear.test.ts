import { afterEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/build-app.ts'
import { fillPeople } from '../../../../test/registry-people/fill-people.ts'
import { type InventedPerson, inventPeople } from '../../../../test/registry-people/people.ts'
import { spelledByEar } from '../../../../test/registry-people/spelled-by-ear.ts'

const crowd = inventPeople(2000)

interface Meant {
  readonly lastName: string
  readonly firstName: string
  readonly queries: readonly string[]
}

/** The same people, recorded by ear, and looked for by the names of their papers. */
const recordedByEar: readonly Meant[] = spelledByEar.map(({ lastName, firstName, queries }) => ({
  lastName: queries[0] ?? '',
  firstName: '',
  queries: [`${lastName} ${firstName}`],
}))

const amongOthers = (meant: readonly Meant[], firstId: number) =>
  meant.map(({ firstName, lastName }, index): InventedPerson => {
    const person = crowd[index] as InventedPerson
    return {
      ...person,
      id: firstId + index,
      values: {
        ...person.values,
        firstName,
        lastName,
      },
    }
  })

let portal: TestApp
afterEach(() => portal.close())

/** Records people among the crowd, asks for each by its queries, and returns those that the first three rows lack. */
async function missesOf(meant: readonly Meant[]): Promise<string[]> {
  portal = await startTestApp()
  const firstId = crowd.length + 1
  await fillPeople(portal.database, portal.services.vault, [...crowd, ...amongOthers(meant, firstId)])
  const manager = await portal.as('manager')
  const misses: string[] = []
  for (const [index, { lastName, firstName, queries }] of meant.entries())
    for (const parole of queries) {
      const { body } = await manager.raw('POST', '/v1/anagrafica/persone-fisiche-light', { filtri: { parole } })
      const rows: { id_persona_fisica: number }[] = body.result.listaView
      const isFirst = rows.slice(0, 3).some(({ id_persona_fisica: id }) => id === firstId + index)
      if (!isFirst) misses.push(`${lastName}, ${firstName}: ${parole}, of ${body.result.count}`)
    }
  return misses
}

test('of 300 names spelled by ear, the first three rows have 296', async () => {
  expect(spelledByEar.flatMap(({ queries }) => queries)).toHaveLength(300)
  const misses = await missesOf(spelledByEar)
  expect(misses.length, misses.join('\n')).toBeLessThanOrEqual(4)
})

test('of 100 names recorded by ear, the first three rows have 98', async () => {
  const misses = await missesOf(recordedByEar)
  expect(misses.length, misses.join('\n')).toBeLessThanOrEqual(2)
})
