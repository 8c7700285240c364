import type { Page } from '@playwright/test'
import { paths } from '@portal/contract'
import { enterCase, transitionCase } from './case-desk.ts'
import { expect, site, test } from './fixtures.ts'
import { signInByCall } from './sign-in-by-call.ts'

/** Marks all notices of the user as read. */
async function readAll(page: Page) {
  const address = `${site}/api/v1/avvisi`
  const { result } = await (await page.request.get(`${address}?da=1&a=1`)).json()
  if (result.listaView.length === 0) return
  const answer = await page.request.post(`${address}/letti`, { data: { tutti_fino_a: result.listaView[0].id_avviso } })
  expect((await answer.json()).result).toEqual({ non_letti: 0 })
}

test('notices stay unread until their link is opened or all are marked, and are reachable by keyboard', async ({
  page,
  portal,
}) => {
  test.slow()
  await test.step('the assignee starts without unread notices, also on a retry', async () => {
    await signInByCall(page, 'Andrea')
    await readAll(page)
  })
  // A cancellation is final: its notice does not wait, as those of actions that can be undone do.
  await test.step('RUP cancels twelve cases of a user of this journey alone', async () => {
    const ids: number[] = []
    for (let count = 0; count < 12; count += 1) ids.push(await enterCase(page))
    await signInByCall(page, 'Giulia')
    for (const id of ids) await transitionCase(page, id, { azione: 'annulla', motivo: 'Inserito due volte.' })
  })
  await signInByCall(page, 'Andrea')
  await page.goto(`${site}${paths.deskHome}`)
  const bell = page.getByRole('button', { name: /^Avvisi/ })
  // Andrea is RUP as well: other journeys may add a notice to the twelve.
  await expect(bell).toHaveAccessibleName(/^Avvisi: 1[2-9] nuovi$/)
  await bell.press('Enter')
  const listed = page.getByRole('link', { name: /Il caso .* è stato annullato/ })
  await expect(listed.nth(8)).toBeVisible()
  await expect(bell).toHaveAccessibleName(/^Avvisi: 1[2-9] nuovi$/)
  await portal.isAccessible()
  await portal.picture('notices')
  const earlier = page.getByRole('button', { name: 'Mostra precedenti' })
  for (let count = 0; count < 12; count += 1) await page.keyboard.press('Tab')
  await expect(earlier).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(listed.nth(11)).toBeVisible()
  await expect(listed.nth(10)).toBeFocused()
  await expect(listed.nth(10)).toBeInViewport()
  await portal.isAccessible()
  await portal.picture('notices-earlier')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Dettaglio richiesta' })).toBeFocused()
  await expect(bell).toHaveAccessibleName(/^Avvisi: 1[1-9] nuovi$/)
  // What arrives after the list was read stays unread: a notice of another journey needs another press.
  await expect(async () => {
    await page.keyboard.press('Escape')
    await bell.press('Enter')
    await page.getByRole('button', { name: 'Segna tutti come letti' }).press('Enter')
    await expect(bell).toHaveAccessibleName('Avvisi: nessuno nuovo', { timeout: 2000 })
  }).toPass({ timeout: 30_000 })
  await expect(listed.first()).toHaveAccessibleName(/^Il caso .* è stato annullato/)
  await portal.isAccessible()
  await page.keyboard.press('Escape')
  await expect(bell).toBeFocused()

  await test.step('on a telephone the list fits the screen, also once its notices have loaded', async () => {
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 700 })
      await page.reload()
      await bell.press('Enter')
      await expect(listed.first()).toBeVisible()
      for (const link of await listed.all()) {
        const { x = -1, width: wide = 0 } = (await link.boundingBox()) ?? {}
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x + wide).toBeLessThanOrEqual(width)
      }
    }
  })
})
