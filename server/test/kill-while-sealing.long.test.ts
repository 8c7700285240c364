import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, clientOf, listedCodes } from './run-client.ts'
import { spawnServer, temporaryFolder } from './run-server.ts'

const reports = 1200

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => folder.remove())

const start = () => spawnServer({ dataDir: folder.path, env: { REPORTS_PER_MINUTE: '1000000' } })

interface State {
  readonly chiavi: { id_chiave: number; righe: number; flag_in_uso: number }[]
  readonly righe_in_chiaro: number
  readonly esecuzione: { data_fine?: string; totale: number; cifrati: number; danneggiati: number }
}

const path = '/v1/migrazione/dati-sensibili'
const readState = async ({ call }: Client, headers: Record<string, string>) =>
  (await call('GET', path, undefined, headers)).body.result as State

const storyOf = (index: number) => `Racconto numero ${index}: ${'parola '.repeat(index % 60)}fine.`

/** Sends the reports; returns the text of each by id. */
async function submitAll({ submit }: Client): Promise<Map<number, string>> {
  const stories = new Map<number, string>()
  let next = 0
  const sender = async () => {
    while (next < reports) {
      const resoconto_fatti = storyOf(next++)
      const { body } = await submit({ resoconto_fatti })
      stories.set(body.result.id_segnalazione, resoconto_fatti)
    }
  }
  await Promise.all(Array.from({ length: 16 }, sender))
  return stories
}

/** Ids of reports whose text differs from the sent one. */
async function wrongAmong(client: Client, stories: Map<number, string>, ids: readonly number[]): Promise<number[]> {
  const headers = await client.asManager()
  const wrong: number[] = []
  for (const id of ids) {
    const { body } = await client.call('GET', `/v1/segnalazioni/dettaglio/${id}`, undefined, headers)
    if (body.result.resoconto_fatti !== stories.get(id)) wrong.push(id)
  }
  return wrong
}

test('twenty kills during the encryption batch lose nothing and corrupt nothing, and the run ends after a restart', async () => {
  let server = start()
  let client = clientOf(await server.ready)
  const stories = await submitAll(client)
  const ids = [...stories.keys()]
  let killedUnderWay = 0
  for (let round = 0; round < 20; round++) {
    const headers = await client.asManager()
    // An interrupted run resumes by itself; a finished one is followed by the next, under a new key.
    await client.call('POST', path, { flag_nuova_chiave: 1 }, headers)
    // A new key becomes active after three seconds, when every server knows it.
    await delay(2900 + Math.random() * 1600)
    if (!(await readState(client, headers)).esecuzione.data_fine) killedUnderWay++
    server.signal('SIGKILL')
    await server.ended
    server = start()
    client = clientOf(await server.ready)
    const some = ids.filter((_, index) => index % 40 === round)
    expect({ round, wrong: await wrongAmong(client, stories, some) }).toEqual({ round, wrong: [] })
  }
  expect(killedUnderWay).toBeGreaterThan(5)
  const headers = await client.asManager()
  const ended = async () => (await readState(client, headers)).esecuzione.data_fine
  await expect.poll(ended, { timeout: 60_000, interval: 500 }).toBeDefined()
  const state = await readState(client, headers)
  expect(state.righe_in_chiaro).toBe(0)
  expect(state.esecuzione.danneggiati).toBe(0)
  const idle = state.chiavi.filter(({ flag_in_uso }) => !flag_in_uso)
  expect(idle.filter(({ righe }) => righe > 0)).toEqual([])
  for (const { id_chiave } of idle)
    expect((await client.call('POST', '/v1/migrazione/chiavi/ritira', { id_chiave }, headers)).status).toBe(200)
  expect(await wrongAmong(client, stories, ids)).toEqual([])
  expect(await listedCodes(client)).toHaveLength(reports)
  const found = await client.call(
    'POST',
    '/v1/segnalazioni/integrazione-segnalazione-view-pag',
    { filtri: { resoconto_fatti: 'racconto parola' } },
    headers,
  )
  expect(found.body.result.count).toBe([...stories.values()].filter((story) => story.includes('parola')).length)
  expect(await server.stop()).toBe(0)
}, 1_800_000)
