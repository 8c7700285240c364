import { languages } from '@portal/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { officeDefaults } from '../../wiring/office-defaults.ts'

let portal: TestApp
let manager: Caller
beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
})
afterAll(() => portal.close())

const plainForm = async (language: string) =>
  (await portal.inject({ url: `/unar/cosa-facciamo/contact-center/modulo?lang=${language}` })).body
const read = async () => (await manager.raw('GET', '/v1/garanzie')).body.result
const confirm = (impronta: string) => manager.raw('POST', '/v1/garanzie/conferma', { impronta })

test('assurances are in every language, and no page shows them before the office confirms them', async () => {
  const { testi, flag_in_vigore, confermate_da } = await read()
  expect({ flag_in_vigore, confermate_da }).toEqual({ flag_in_vigore: 0, confermate_da: undefined })
  expect(testi.map(({ lingua }: { lingua: string }) => lingua)).toEqual([...languages])
  for (const { lingua, destinatari, permesso_soggiorno } of testi) {
    const page = await plainForm(lingua)
    expect(destinatari.length).toBeGreaterThan(50)
    expect(permesso_soggiorno.length).toBeGreaterThan(50)
    expect(new Set(testi.map((one: { destinatari: string }) => one.destinatari)).size).toBe(languages.length)
    expect(page).not.toContain(permesso_soggiorno.slice(0, 30))
  }
})

test('a confirmation names the user and the moment, is in the audit log, and shows the texts', async () => {
  const { impronta } = await read()
  const { status, body } = await confirm(impronta)
  expect(status).toBe(200)
  expect(body.result).toMatchObject({
    flag_in_vigore: 1,
    confermate_da: expect.stringMatching(/\w+ \w+/),
    data_conferma: portal.clock.now().toISOString(),
  })
  expect(await plainForm('it')).toContain('Segnalare non cambia nulla nel tuo permesso di soggiorno')
  expect(await plainForm('ar')).toContain(officeDefaults.translations.ar?.residence)
  const { rows } = await portal.database.pool.query(
    "select user_id, outcome, changed_fields from audit_entries where action = 'assurances_confirmed'",
  )
  expect(rows).toEqual([
    { user_id: await portal.idOf('manager'), outcome: 'done', changed_fields: ['recipients', 'residence'] },
  ])
})

test('texts that differ from those that were read are not confirmed', async () => {
  const { status } = await confirm('0'.repeat(64))
  expect(status).toBe(409)
})

test('a confirmation of other texts, from before a setting changed, shows nothing', async () => {
  await confirm((await read()).impronta)
  await portal.database.pool.query("update assurance_confirmations set digest = 'earlier'")
  await portal.services.assurances.reload()
  expect(await read()).toMatchObject({ flag_in_vigore: 0, data_conferma: expect.any(String) })
  expect(await plainForm('it')).not.toContain('permesso di soggiorno')
})

test('the office takes the texts off the pages again', async () => {
  await confirm((await read()).impronta)
  expect(await plainForm('en')).toContain('residence permit')
  const { body } = await manager.raw('POST', '/v1/garanzie/ritiro')
  expect(body.result).toMatchObject({ flag_in_vigore: 0 })
  expect(body.result.data_conferma).toBeUndefined()
  expect(await plainForm('en')).not.toContain('residence permit')
})
