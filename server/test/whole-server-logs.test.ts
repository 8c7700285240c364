import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { serverDatabase } from './engines.ts'
import { clientOf } from './run-client.ts'
import { spawnServer, temporaryFolder } from './run-server.ts'

const planted = {
  first: 'Zenobia',
  last: 'Quattrocchi',
  mail: 'zenobia.q@privata.example',
  mailOfNobody: 'zenobia.q@',
  phone: '+390699912345',
  brokenPhone: '06-ZENOBIA',
  address: 'Vicolo Segreto 77',
  narrative: 'narrazione-riservata-8417',
  taxCode: 'QTTZNB80A41H501Z',
  query: 'cercata-riservata-5503',
}

const person = (email: string, recapito_pri: string) => ({
  resoconto_fatti: planted.narrative,
  personaFisica: {
    nome: planted.first,
    cognome: planted.last,
    anagrafica: { email, recapito_pri, indirizzo: planted.address, id_nazione: 105 },
  },
})

test('the log of a working day contains no names and no texts', async () => {
  const folder = await temporaryFolder()
  const database = await serverDatabase()
  const server = spawnServer({ dataDir: folder.path, env: { ...database.env, LOG_LEVEL: 'debug' } })
  const { call, submit, asManager } = clientOf(await server.ready)
  const path = '/v1/noauth/segnalazione'
  const key = { 'idempotency-key': planted.query }
  const statuses = [
    await submit(person(planted.mail, planted.phone)),
    await submit(person(planted.mail, planted.phone), planted.query),
    await submit(person(planted.mail, planted.brokenPhone)),
    await submit(person(planted.mailOfNobody, planted.phone)),
    await submit({ ...person(planted.mail, planted.phone), resoconto_fatti: `${planted.narrative}\u0000` }),
    await call('POST', path, `{"resoconto_fatti":"${planted.narrative}","nome":${planted.first}`),
    await call('POST', path, { resoconto_fatti: planted.narrative.repeat(20_000) }),
    await call('POST', `${path}?v=${planted.query}`, {}, key),
    await call('POST', '/v1/mock', { cf: planted.taxCode }),
    await call('GET', `/v1/${planted.query}?cf=${planted.taxCode}`),
    await call('GET', `/v1/segnalazioni/dettaglio/${planted.query}`, undefined, await asManager()),
    await call('GET', `/v1/segnalazioni/integrazione-segnalazione-view?filtri=${planted.query}`, undefined, {
      ...(await asManager()),
      referer: `http://127.0.0.1/${planted.query}`,
    }),
  ].map(({ status }) => status)
  expect(statuses).toEqual([200, 200, 400, 400, 200, 400, 413, 400, 403, 404, 400, 400])
  // The mails of the three reports are sent too.
  await expect.poll(() => mailsIn(folder.path), { timeout: 10_000 }).toHaveLength(3)
  await server.stop()
  const written = server.stdout() + server.stderr()
  expect(written).toContain('"status":200')
  expect(Object.values(planted).filter((text) => written.toLowerCase().includes(text.toLowerCase()))).toEqual([])
  expect(written).not.toContain('127.0.0.1"')
  await database.remove()
  await folder.remove()
})

async function mailsIn(dataDir: string): Promise<string[]> {
  const names = await readdir(`${dataDir}/outbox`).catch(() => [])
  return names.filter((name) => name.endsWith('.eml.sealed'))
}
