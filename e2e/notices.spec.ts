import { paths } from '@portal/contract'
import { actOn, enterCase, signInByCall } from './case-desk.ts'
import { expect, site, test } from './fixtures.ts'

test('notices beyond the newest ten stay unread until they are shown, and are reached by keyboard', async ({
  page,
  portal,
}) => {
  test.slow()
  await test.step('RUP gives twelve cases to somebody whom no other journey gives any', async () => {
    await signInByCall(page, 'Giulia')
    const { result } = await (await page.request.get(`${site}/api/v1/segnalazioni/carico-operatori`)).json()
    const davide = result.find(({ nominativo }: { nominativo: string }) => nominativo === 'Marini Davide')
    for (let count = 0; count < 12; count += 1) {
      const id = await enterCase(page, { flag_presa_in_carico: 0 })
      await actOn(page, id, { azione: 'assegna_op2', id_operatore: davide.id_utente })
    }
  })
  await signInByCall(page, 'Davide')
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
  await expect(listed).toHaveCount(12)
  await expect(listed.nth(10)).toBeFocused()
  await expect(listed.nth(10)).toBeInViewport()
  await expect(earlier).toBeHidden()
  await expect(bell).toHaveAccessibleName('Avvisi: nessuno nuovo')
  await portal.isAccessible()
  await portal.picture('notices-earlier')
  await page.keyboard.press('Escape')
  await expect(bell).toBeFocused()
})
