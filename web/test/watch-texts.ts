import { cover } from '../../scripts/coverage.mjs'

/** Longer texts are those of whole pages. */
const maxText = 300

/** One for all files of a worker, which share their document. */
const changes = globalThis.document && new MutationObserver((records) => cover(tokensOf(records)))

/** Records the texts that appear in the document (`scripts/coverage.mjs`). */
export const watchTexts = () => changes?.observe(document.body, { childList: true, characterData: true, subtree: true })

/** The texts of the last moment, which the observer has not seen yet. */
export const lastTexts = () => (changes ? tokensOf(changes.takeRecords()) : [])

function tokensOf(records: readonly MutationRecord[]): string[] {
  const changed = new Set(records.flatMap(({ target, addedNodes }) => [target, ...addedNodes]).map(elementOf))
  const texts = new Set<string>()
  for (const element of changed) if (element?.isConnected && !element.closest('[hidden]')) addTexts(element, texts)
  return [...texts].map((text) => `text ${text}`)
}

const elementOf = (node: Node) => (node instanceof Element ? node : node.parentElement)

/** The text of an element and of those in it, and the names that only screen readers read. */
function addTexts(element: Element, texts: Set<string>) {
  const text = (element.textContent ?? '').replace(/\s+/g, ' ').trim()
  const name = element.getAttribute('aria-label')
  if (name) texts.add(name)
  if (text === '') return
  if (text.length <= maxText) texts.add(text)
  for (const child of element.children) addTexts(child, texts)
}
