import type { Page } from '@playwright/test'

export const deskMenu = (page: Page) => page.getByRole('navigation', { name: 'Menu di gestione' })

/** Follows an entry of the menu of the desk: in the drawer of a narrow screen, in a group that may be folded. */
export async function followEntry(page: Page, name: string | RegExp, group?: string): Promise<void> {
  const drawer = page.getByRole('button', { name: 'Menu di gestione' })
  await drawer.or(deskMenu(page)).first().waitFor()
  if (await drawer.isVisible()) await drawer.click()
  const entry = deskMenu(page).getByRole('link', { name, exact: typeof name === 'string' })
  if (group !== undefined && !(await entry.isVisible())) await deskMenu(page).getByText(group, { exact: true }).click()
  await entry.click()
}
