import type { Page } from '@playwright/test'
import { paths } from '@portal/contract'
import { actOn, enterCase } from './case-desk.ts'
import { expect, site, test } from './fixtures.ts'
import { signInByCall } from './sign-in-by-call.ts'

/** Marks what is unread among the newest hundred notices of whoever is signed in as read. */
async function readAll(page: Page) {
  const address = `${site}/api/v1/avvisi`
  const { result } = await (await page.request.get(`${address}?da=1&a=100`)).json()
  const data = { id_avvisi: result.listaView.map((notice: { id_avviso: number }) => notice.id_avviso) }
  if (data.id_avvisi.length === 0) return
  const answer = await page.request.post(`${address}/letti`, { data })
  expect((await answer.json()).result).toEqual({ non_letti: 0 })
}

test('notices beyond the newest ten stay unread until they are shown, and are reached by keyboard', async ({
  page,
  portal,
}) => {
  test.slow()
  await test.step('who is to be told has nothing unread, a second try included', async () => {
    await signInByCall(page, 'Andrea')
    await readAll(page)
  })
  await test.step('RUP gives twelve cases to somebody whom no other journey gives any', async () => {
    await signInByCall(page, 'Giulia')
    const { result } = await (await page.request.get(`${site}/api/v1/segnalazioni/carico-operatori`)).json()
    const andrea = result.find(({ nominativo }: { nominativo: string }) => nominativo === 'Vitali Andrea')
    for (let count = 0; count < 12; count += 1) {
      const id = await enterCase(page, { flag_presa_in_carico: 0 })
      await actOn(page, id, { azione: 'assegna_op2', id_operatore: andrea.id_utente })
    }
  })
  await signInByCall(page, 'Andrea')
  await page.goto(`${site}${paths.deskHome}`)
  const bell = page.getByRole('button', { name: /^Avvisi/ })
  await expect(bell).toHaveAccessibleName('Avvisi: 12 nuovi')
  await bell.press('Enter')
  const listed = page.getByRole('link', { name: /Ti è stato assegnato il caso/ })
  await expect(listed).toHaveCount(10)
  await expect(bell).toHaveAccessibleName('Avvisi: 2 nuovi')
  await portal.isAccessible()
  await portal.picture('notices')
  const earlier = page.getByRole('button', { name: 'Mostra precedenti' })
  for (let count = 0; count < 11; count += 1) await page.keyboard.press('Tab')
  await expect(earlier).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(listed.nth(11)).toBeVisible()
  await expect(listed.nth(10)).toBeFocused()
  await expect(listed.nth(10)).toBeInViewport()
  await expect(bell).toHaveAccessibleName('Avvisi: nessuno nuovo')
  await portal.isAccessible()
  await portal.picture('notices-earlier')
  await page.keyboard.press('Escape')
  await expect(bell).toBeFocused()
})
