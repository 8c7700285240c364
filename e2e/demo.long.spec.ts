import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from '@playwright/test'
import { waitForGreeting } from '../scripts/greeting.mjs'

const root = join(import.meta.dirname, '..')

test('npm run demo fills a usable office, once', { tag: '@desktop' }, async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'portale-demo-'))
  const { PATH = '', HOME = '' } = process.env
  const env = {
    PATH,
    HOME,
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    MASTER_KEY_FILE: join(folder, 'master.key'),
    SPID_KEY_FILE: join(folder, 'spid.key'),
    SPID_CERTIFICATE_FILE: join(folder, 'spid.crt'),
  }
  const fill = async () => {
    const child = spawn('npm', ['run', '--silent', 'demo'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const [said, complained, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { code, said: said + complained }
  }
  expect(await fill()).toEqual({ code: 0, said: expect.stringMatching(/^300 invented cases/m) })
  const server = spawn(process.execPath, ['server/dist/main.js'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [, base = ''] = /Office: +(\S+)login\n/.exec(await waitForGreeting(server)) ?? []
    await page.goto(`${base}login`)
    await page.getByRole('button', { name: 'Entra come Giulia' }).click()
    await expect(page.getByRole('heading', { name: 'Buon lavoro, Giulia' })).toBeVisible()
    await page.goto(`${base}gestione/operatore/casi/lista`)
    await expect(page.getByRole('status').filter({ hasText: /^1–\d+ di \d{3}$/ })).toBeVisible()
    await page.getByRole('table').getByRole('link').first().click()
    await expect(page.getByRole('heading', { name: 'Dettaglio richiesta' })).toBeVisible()
    await expect(page.locator('.written-text')).toContainText(/\S{3}/)
  } finally {
    server.kill()
    await once(server, 'close')
  }
  expect(await fill()).toEqual({ code: 1, said: expect.stringContaining('npm run demo -- --reset') })
  rmSync(folder, { recursive: true, force: true })
})
