import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { paths } from '@portal/contract'
import { findFreePort } from '../scripts/free-port.mjs'
import { waitForGreeting } from '../scripts/greeting.mjs'
import { reportOnWire } from '../server/test/make.ts'
import { fixedAnswer } from './fixed-answer.ts'
import { site } from './fixtures.ts'
import { unpackTree } from './unpacked-tree.ts'

const patient = expect.configure({ timeout: 30_000 })

test('npm run dev serves everything at one address, and shows saved changes of web and server', async ({ page }) => {
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

    await page.goto(`${origin}${site}${paths.help}`)
    await patient(page.getByRole('heading', { name: 'Come funziona', level: 1 })).toBeVisible()
    // From the page, since the server refuses another origin.
    const answers = await page.evaluate(
      async ([api, answer, report, taxCode]) => {
        const headers = { 'content-type': 'application/json' }
        const post = (path: string, body: string) => fetch(`${api}/${path}`, { method: 'POST', headers, body })
        await fetch(`${api}/captcha?type=image`)
        await fetch(`${api}/captcha/checkCaptcha?answer=${answer}`)
        const sent = await post('noauth/segnalazione', report)
        const signedIn = await post('mock', JSON.stringify({ cf: taxCode }))
        const listed = await fetch(`${api}/segnalazioni/integrazione-segnalazione-view?a=10`)
        return [sent.status, signedIn.status, (await listed.json()).result.listaView.length]
      },
      [`${site}/api/v1`, fixedAnswer, JSON.stringify(reportOnWire()), 'FRRGLI70A41H501U'] as const,
    )
    expect(answers).toEqual([200, 200, 1])

    replace('web/src/texts/pages/it.json', '"title": "Come funziona"', '"title": "Come si fa"')
    await patient(page.getByRole('heading', { name: 'Come si fa', level: 1 })).toBeVisible()

    replace('server/src/wiring/office-defaults.ts', 'A difesa delle differenze', 'Uno slogan di prova')
    await expect
      .poll(async () => (await page.request.get(`${origin}${site}/`)).text(), { timeout: 30_000 })
      .toContain('Uno slogan di prova')
  } finally {
    process.kill(-(child.pid ?? 0), 'SIGINT')
    await ended
    rmSync(tree, { recursive: true, force: true })
  }
})
