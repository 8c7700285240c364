import { expect, type Locator, type Page } from '@playwright/test'

const farthest = 90

/** Walks by Tab until the control has the focus, as somebody without a mouse does; fails where the way does not lead there. */
export async function tabTo(page: Page, control: Locator) {
  await expect(control).toBeVisible()
  for (let step = 0; step < farthest; step += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The focus does not come to ${control}`)
}

/** Goes to a field and types into it. */
export async function typeInto(page: Page, field: Locator, text: string) {
  await tabTo(page, field)
  await page.keyboard.insertText(text)
  await expect(field).not.toHaveValue('')
}

/** Goes to a button or link and presses it. */
export async function press(page: Page, control: Locator, key: 'Enter' | 'Space' = 'Enter') {
  await tabTo(page, control)
  await page.keyboard.press(key)
}

/** Goes to a box and ticks it. */
export async function tick(page: Page, box: Locator) {
  await press(page, box, 'Space')
  await expect(box).toBeChecked()
}
