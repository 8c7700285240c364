import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { findFreePort } from '../scripts/free-port.mjs'
import { waitForGreeting } from '../scripts/greeting.mjs'
import { reportOnWire } from '../server/test/make.ts'
import { fixedAnswer } from './fixed-answer.ts'
import { site } from './fixtures.ts'
import { unpackTree } from './unpacked-tree.ts'

const patient = expect.configure({ timeout: 30_000 })

test('npm run dev serves everything at one address, and shows what is saved in web and server', async ({ page }) => {
  test.setTimeout(240_000)
  const tree = await unpackTree()
  const { PATH = '', HOME = '' } = process.env
  const origin = `http://127.0.0.1:${await findFreePort()}`
  const env = { PATH, HOME, PORT: new URL(origin).port, CAPTCHA_FIXED: fixedAnswer }
  const child = spawn('npm', ['run', 'dev'], { cwd: tree, env, stdio: 'pipe', detached: true })
  const ended = once(child, 'close')
  const replace = (file: string, from: string, to: string) => {
    const text = readFileSync(join(tree, file), 'utf8')
    expect(text).toContain(from)
    writeFileSync(join(tree, file), text.replace(from, to))
  }
  try {
    const greeting = await waitForGreeting(child)
    expect(greeting.match(/^ {2}Office: .*$/gm)).toEqual([`  Office:  ${origin}${site}/login`])

    await page.goto(`${origin}${site}/login`)
    await patient(page.getByRole('button', { name: 'Entra come Giulia' })).toBeVisible()
    await page.getByRole('button', { name: 'Entra come Giulia' }).click()
    await patient(page.getByRole('heading', { name: 'Buon lavoro, Giulia' })).toBeVisible()
    const sent = await page.evaluate(
      async ([api, answer, report]) => {
        await fetch(`${api}/captcha?type=image`)
        await fetch(`${api}/captcha/checkCaptcha?answer=${answer}`)
        const headers = { 'content-type': 'application/json' }
        return (await fetch(`${api}/noauth/segnalazione`, { method: 'POST', headers, body: report })).status
      },
      [`${site}/api/v1`, fixedAnswer, JSON.stringify(reportOnWire())] as const,
    )
    expect(sent).toBe(200)

    replace('web/src/texts/desk/it.json', 'Buon lavoro', 'Buona giornata')
    await patient(page.getByRole('heading', { name: 'Buona giornata, Giulia' })).toBeVisible()

    replace('server/src/office-defaults.ts', 'A difesa delle differenze', 'Uno slogan di prova')
    await expect
      .poll(async () => (await page.request.get(`${origin}${site}/`)).text(), { timeout: 30_000 })
      .toContain('Uno slogan di prova')
  } finally {
    process.kill(-(child.pid ?? 0), 'SIGINT')
    await ended
    rmSync(tree, { recursive: true, force: true })
  }
})
