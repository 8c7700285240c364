import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type APIRequestContext, expect, test } from '@playwright/test'
import { findFreePort } from '../scripts/free-port.mjs'
import { waitForGreeting } from '../scripts/greeting.mjs'
import { reportOnWire } from '../server/test/make.ts'
import { fixedAnswer } from './fixed-answer.ts'
import { site } from './fixtures.ts'
import { sendReport } from './send-report.ts'
import { unpackTree } from './unpacked-tree.ts'

const root = join(import.meta.dirname, '..')
test('npm start serves in a tree without .git or data, and ends cleanly on repeated signals', async ({
  request,
  playwright,
}) => {
  test.setTimeout(300_000)
  const tree = await unpackTree()
  const { PATH = '', HOME = '' } = process.env
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const visitor = await playwright.request.newContext({ baseURL: origin })
  const codes: string[] = []
  let listed: string[] = []
  for (const _start of ['without a data folder', 'with the existing one']) {
    const env = { PATH, HOME, PORT: String(port), CAPTCHA_FIXED: fixedAnswer }
    const child = spawn('npm', ['start'], { cwd: tree, env, stdio: 'pipe', detached: true })
    await waitForGreeting(child)
    const sent = await sendReport(visitor, reportOnWire())
    codes.push((await sent.json()).result.codice)
    listed = await codesThatAManagerLists(visitor)
    await opensWhatReadmeNames(visitor)
    const ended = once(child, 'close')
    for (let signal = 0; signal < 3; signal++) {
      // Ctrl+C: the terminal signals the whole process group.
      process.kill(-(child.pid ?? 0), 'SIGINT')
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    // npm reports an end by Ctrl+C as that signal, even if its script ended cleanly.
    expect([0, 'SIGINT']).toContain((await ended).find((end) => end !== null))
    expect(readdirSync(join(tree, 'data')).filter((name) => name.endsWith('.sock'))).toEqual([])
    await expect(request.get(`${origin}${site}/`)).rejects.toThrow(/ECONNREFUSED/)
  }
  // Reports sent before the restart exist after it.
  expect(listed.toSorted()).toEqual(codes.toSorted())
  expect(existsSync(join(tree, 'data'))).toBe(true)
  rmSync(tree, { recursive: true, force: true })
})

/** Opens the addresses of README, and looks for its roles among those of the demonstration users. */
async function opensWhatReadmeNames(visitor: APIRequestContext) {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const addresses = [...readme.matchAll(/<http:\/\/127\.0\.0\.1:3000(\/[^>]*)>/g)].map(([, path = '']) => path)
  expect(addresses.length).toBeGreaterThan(2)
  for (const path of addresses) expect([path, (await visitor.get(path)).status()]).toEqual([path, 200])
  const roles = [...readme.matchAll(/`(ACL\w+|DEFAULT)`/g)].map(([, code = '']) => code)
  const people = await (await visitor.get(`${site}/api/v1/mock`)).text()
  expect(roles.filter((code) => !people.includes(code))).toEqual([])
}

/** Signs in a demonstration manager and returns the codes of the listed cases. */
async function codesThatAManagerLists(visitor: APIRequestContext): Promise<string[]> {
  const api = `${site}/api/v1`
  const { result: people } = await (await visitor.get(`${api}/mock`)).json()
  const { cf } = people.find(({ nome }: { nome: string }) => nome === 'Giulia')
  expect((await visitor.post(`${api}/mock`, { data: { cf } })).status()).toBe(200)
  const { result } = await (await visitor.get(`${api}/segnalazioni/integrazione-segnalazione-view?a=100`)).json()
  return result.listaView.map(({ codice }: { codice: string }) => codice)
}

test('npm run outbox prints the mails of the demonstration, which nobody can read otherwise', async ({ request }) => {
  const { E2E_DATA_DIR = '', PATH = '', HOME = '' } = process.env
  const sent = await sendReport(request, reportOnWire())
  const { codice } = (await sent.json()).result
  const env = { PATH, HOME, DATA_DIR: E2E_DATA_DIR, MASTER_KEY_FILE: `${E2E_DATA_DIR}.key` }
  const printed = () => spawnSync('npm', ['run', '--silent', 'outbox'], { cwd: root, env, encoding: 'utf8' }).stdout
  await expect.poll(printed, { timeout: 30_000, intervals: [1000] }).toContain(codice)
  expect(printed()).toMatch(/To: {6}niccolo@example\.it\nSubject: /)
  const folder = join(E2E_DATA_DIR, 'outbox')
  for (const name of readdirSync(folder)) expect(readFileSync(join(folder, name), 'latin1')).not.toContain('example.it')
})
