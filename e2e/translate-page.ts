import type { Page } from '@playwright/test'

/**
 * Does to the pages of a tab what the translation of a browser does: every text, present and later, moves into two `font` elements,
 * before the program has started. The words stay, so that a journey finds what it presses by its name.
 */
export const translatePages = (page: Page) => page.addInitScript(translate)

/** The same for the page that is open. */
export const translateNow = (page: Page) => page.evaluate(translate)

function translate() {
  const untranslated = 'script, style, textarea, option, title, font, [translate=no], .notranslate'
  const wrap = (text: Text) => {
    const inner = document.createElement('font')
    inner.textContent = text.data
    const outer = document.createElement('font')
    outer.append(inner)
    text.replaceWith(outer)
  }
  const translateBelow = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) if (text.data.trim() && !text.parentElement?.closest(untranslated)) wrap(text)
  }
  const begin = () => {
    translateBelow(document.body)
    new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter(({ isConnected }) => isConnected)
      for (const { parentNode } of added) if (parentNode) translateBelow(parentNode)
    }).observe(document.body, { childList: true, subtree: true })
  }
  if (document.readyState === 'complete') return begin()
  document.addEventListener('readystatechange', () => {
    if (document.readyState === 'interactive') begin()
  })
}
