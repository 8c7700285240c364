import type { Locator } from '@playwright/test'

/** The texts or labels of the elements that do not lie inside the width of the window. */
export const outsideOf = (elements: Locator) =>
  elements.evaluateAll((all) =>
    all
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect()
        return width === 0 || left < 0 || right > document.documentElement.clientWidth
      })
      .map((element) => element.textContent || element.getAttribute('aria-label') || element.outerHTML),
  )
