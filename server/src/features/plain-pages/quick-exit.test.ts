import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { paths, plainPaths } from '@portal/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'
import { reportOnWire } from '../../../test/make.ts'
import { hiddenIn, plainBrowser } from '../../../test/plain-browser.ts'
import { officeDefaults } from '../../wiring/office-defaults.ts'

const siteFolder = mkdtempSync(join(tmpdir(), 'portale-exit-'))
let portal: TestApp
beforeAll(async () => {
  mkdirSync(join(siteFolder, 'assets'))
  writeFileSync(join(siteFolder, 'index.html'), '<html lang="__LANG__"><title>__TITLE__</title>')
  portal = await startTestApp({ siteFolder })
})
afterAll(async () => {
  await portal.close()
  rmSync(siteFolder, { recursive: true })
})

const exit = '/unar/esci'
const neutral = officeDefaults.quickExitUrl
const reportAddresses = [
  paths.reportProfile,
  paths.reportDetails,
  paths.reportFacts,
  paths.reportSummary,
  paths.reportSuccess,
  paths.followUp,
  plainPaths.report,
  plainPaths.receipt,
  plainPaths.followUp,
  `${plainPaths.followUpFile}/1`,
  plainPaths.followUpReceipt,
].map((path) => `/unar${path}`)

test('an exit makes every address of the report lead to the neutral page for ten minutes', async () => {
  const browser = plainBrowser(portal)
  for (const address of reportAddresses) expect((await browser.get(address)).headers.location).not.toBe(neutral)
  const left = await browser.get(exit)
  expect(left.headers.location).toBe(neutral)
  const set = left.cookies.find(({ name }) => name === 'unar-uscita')
  expect(set).toMatchObject({ httpOnly: true, sameSite: 'Lax', maxAge: 600, path: '/' })
  for (const address of reportAddresses) {
    const reply = await browser.get(`${address}?lang=ar`)
    expect({ address, to: reply.headers.location }).toEqual({ address, to: neutral })
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.body).toBe('')
  }
  const posted = await browser.send(`/unar${plainPaths.report}?lang=it`, { resoconto_fatti: 'Parole mie' })
  expect(posted.headers.location).toBe(neutral)
  // Other pages stay, and do not lift the exit.
  expect((await browser.get(`/unar${paths.privacy}`)).statusCode).toBe(200)
  expect((await browser.get(`/unar${plainPaths.report}`)).headers.location).toBe(neutral)
})

test.each([paths.home, paths.contactCentre, paths.reportIntro, plainPaths.start])(
  'the visitor starts again from %s',
  async (start) => {
    const browser = plainBrowser(portal)
    await browser.get(exit)
    await browser.get(`/unar${start}`)
    expect((await browser.get(`/unar${plainPaths.report}`)).statusCode).toBe(200)
  },
)

test('an exit deletes text, receipt and session, on the device and on the server', async () => {
  const { result } = (await portal.visitor.raw('POST', '/v1/noauth/segnalazione', reportOnWire())).body
  const browser = plainBrowser(portal)
  const form = await browser.get(`/unar${plainPaths.report}?lang=it`)
  await browser.send(`/unar${plainPaths.report}?lang=it`, { ...hiddenIn(form.body), resoconto_fatti: 'Parole mie' })
  const access = await browser.get(`/unar${plainPaths.followUp}?lang=it`)
  const fields = { ...hiddenIn(access.body), codice: result.codice, pin: result.pin }
  expect((await browser.send(`/unar${plainPaths.followUp}?lang=it`, fields)).body).toContain(result.codice)
  const cookies = new Map(browser.jar)
  await browser.get(exit)
  expect([...browser.jar.keys()]).toEqual(['unar-uscita'])
  const count = async (table: string) => (await portal.database.pool.query(`select 1 from ${table}`)).rowCount
  await vi.waitFor(async () =>
    expect([await count('visit_memories'), await count('follow_up_sessions')]).toEqual([0, 0]),
  )
  // With the cookies from before, as from a copy of the browser's profile.
  const copy = plainBrowser(portal)
  for (const [name, value] of cookies) copy.jar.set(name, value)
  expect((await copy.get(`/unar${plainPaths.report}`)).body).not.toContain('Parole mie')
  expect((await copy.get(`/unar${plainPaths.followUp}`)).body).not.toContain(result.codice)
})

test('over https the browser deletes its copies and storage, and the cookie is secure', async () => {
  const env = { NODE_ENV: 'production', PUBLIC_URL: 'https://portale.example' }
  const secure = await startTestApp({ env, beside: portal })
  try {
    const browser = plainBrowser(secure)
    const left = await browser.get(exit)
    expect(left.headers['clear-site-data']).toBe('"cache", "storage"')
    expect(left.cookies).toContainEqual(
      expect.objectContaining({ name: '__Host-unar-uscita', secure: true, httpOnly: true }),
    )
    expect((await plainBrowser(portal).get(exit)).headers).not.toHaveProperty('clear-site-data')
  } finally {
    await secure.close()
  }
})
