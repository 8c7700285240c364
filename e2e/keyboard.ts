import { expect, type Locator, type Page } from '@playwright/test'

const maxTabs = 90

/** Presses Tab until the control has the focus, like a user without a mouse; throws if it is not reached in 90 steps. */
export async function tabTo(page: Page, control: Locator) {
  await expect(control).toBeVisible()
  for (let step = 0; step < maxTabs; step += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${control}`)
}

/** Tabs to a field and types into it. */
export async function typeInto(page: Page, field: Locator, text: string) {
  await tabTo(page, field)
  await page.keyboard.insertText(text)
  await expect(field).not.toHaveValue('')
}

/** Tabs to a button or link and presses it. */
export async function press(page: Page, control: Locator, key: 'Enter' | 'Space' = 'Enter') {
  await tabTo(page, control)
  await page.keyboard.press(key)
}

/** Tabs to a check box and ticks it. */
export async function tick(page: Page, box: Locator) {
  await press(page, box, 'Space')
  await expect(box).toBeChecked()
}
