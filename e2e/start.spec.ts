import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { findFreePort } from '../scripts/free-port.mjs'
import { waitForGreeting } from '../scripts/greeting.mjs'
import { reportOnWire } from '../server/test/make.ts'
import { site } from './fixtures.ts'
import { sendReport } from './send-report.ts'
import { unpackTree } from './unpacked-tree.ts'

const root = join(import.meta.dirname, '..')
test('npm start serves in a tree without .git or data, and ends well however often it is told to', async ({
  request,
}) => {
  test.setTimeout(300_000)
  const tree = await unpackTree()
  const { PATH = '', HOME = '' } = process.env
  const port = await findFreePort()
  const statuses: number[] = []
  for (const _start of ['with an absent data folder', 'with the one that is there']) {
    const env = { PATH, HOME, PORT: String(port) }
    const child = spawn('npm', ['start'], { cwd: tree, env, stdio: 'pipe', detached: true })
    await waitForGreeting(child)
    const address = `http://127.0.0.1:${port}${site}/api/v1/tipologiche/regione`
    statuses.push((await request.get(address)).status())
    const ended = once(child, 'close')
    for (let told = 0; told < 3; told++) {
      // Ctrl+C: the terminal tells the whole group.
      process.kill(-(child.pid ?? 0), 'SIGINT')
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    // npm tells an end by Ctrl+C as one by that signal, however well its script ended.
    expect([0, 'SIGINT']).toContain((await ended).find((end) => end !== null))
    expect(readdirSync(join(tree, 'data')).filter((name) => name.endsWith('.sock'))).toEqual([])
    await expect(request.get(address)).rejects.toThrow(/ECONNREFUSED/)
  }
  expect(statuses).toEqual([200, 200])
  expect(existsSync(join(tree, 'data'))).toBe(true)
  rmSync(tree, { recursive: true, force: true })
})

test('npm run outbox prints the mails of the demonstration, which nobody else can read', async ({ request }) => {
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
