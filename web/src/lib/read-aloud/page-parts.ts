/** A piece of a page to read: a heading, a paragraph, a label or an entry of a list, in its language. */
export interface PagePart {
  readonly text: string
  readonly lang: string
}

const readable = 'h1, h2, h3, p, li, dt, dd, legend, label'
/** What is for pressing or looking up is not read, and neither is what is hidden. */
const left = 'button, nav, [hidden], [aria-hidden="true"], .visually-hidden, .sr-only, script, style'

const isVisible = (element: Element) => element.checkVisibility?.() ?? true

/** The text of an element without what is inside another readable element or is not read. */
function ownText(element: Element): string {
  const parts = [...element.childNodes].map((node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? ''
    if (!(node instanceof Element) || node.matches(`${readable}, ${left}`)) return ' '
    return ownText(node)
  })
  return parts.join('')
}

/**
 * What a page says, in order: read from the document itself, so that a page that the browser has translated is read in its
 * translation.
 */
export const partsOf = (root: Element, lang: string): PagePart[] =>
  [...root.querySelectorAll(readable)].flatMap((element) => {
    if (element.closest(left) || !isVisible(element)) return []
    const text = ownText(element).replace(/\s+/g, ' ').trim()
    const own = element.closest('[lang]')
    return text === '' ? [] : [{ text, lang: (root.contains(own) && own?.getAttribute('lang')) || lang }]
  })

/** Sentences: some voices fall silent in the middle of a long text. */
export const sentencesOf = (parts: readonly PagePart[]): PagePart[] =>
  parts.flatMap(({ text, lang }) =>
    (text.match(/[^.!?؟۔]+[.!?؟۔]*/g) ?? [text]).flatMap((sentence) => {
      const words = sentence.trim()
      return words === '' ? [] : [{ text: words, lang }]
    }),
  )
