import type { Browser, BrowserContext, Page, TestInfo, TestType } from '@playwright/test'
import { pathInTree, saveCoverage, tokensOfCall } from '../scripts/coverage.mjs'

declare global {
  interface Window {
    reportCovered?: (tokens: readonly string[]) => Promise<void>
    /** The visible texts of the page; with `again` also those that were reported before. */
    readCovered?: (again: boolean) => readonly string[]
  }
}

/** What the running journey covers, by its title and by those of its steps. */
interface Recording {
  readonly covered: Map<string, Set<string>>
  /** The title of the test and those of the open steps. */
  readonly open: string[]
  readonly contexts: BrowserContext[]
}
let recording: Recording | undefined

/** Records texts, columns, routes and calls of every page of a journey (`scripts/coverage.mjs`). */
export async function recordJourney(
  context: BrowserContext,
  browser: Browser,
  info: TestInfo,
  run: () => Promise<void>,
) {
  recording = { covered: new Map(), open: [], contexts: [] }
  openTitle(info.title)
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const other = await newContext(options)
    await recordContext(other)
    return other
  }
  await recordContext(context)
  try {
    await run()
  } finally {
    browser.newContext = newContext
    await readPages(false)
    const file = pathInTree(info.file)
    const groups = info.titlePath.slice(1, -1)
    const records = [...recording.covered].map(([title, covered]) => ({
      file,
      titles: [...groups, title],
      covered: [...covered],
    }))
    saveCoverage(`${file}-${info.project.name}-${info.title}`.slice(0, 200), records)
    recording = undefined
  }
}

/** Makes each `test.step` a title of its own, which a row of the table may name. */
// biome-ignore lint/suspicious/noExplicitAny: whatever fixtures a test has, its steps are the same
export function recordSteps(test: TestType<any, any>) {
  const { step } = test
  const recorded = async <T>(...[title, body, options]: Parameters<typeof step<T>>): Promise<T> => {
    await readPages(false)
    openTitle(title)
    await readPages(true)
    try {
      return await step(title, body, options)
    } finally {
      await readPages(false)
      recording?.open.pop()
    }
  }
  test.step = Object.assign(recorded, { skip: step.skip })
}

function openTitle(title: string) {
  recording?.open.push(title)
  if (!recording?.covered.has(title)) recording?.covered.set(title, new Set())
}

function cover(tokens: readonly string[]) {
  for (const title of recording?.open ?? []) for (const token of tokens) recording?.covered.get(title)?.add(token)
}

async function readPages(again: boolean) {
  const pages = recording?.contexts.flatMap((context) => context.pages()) ?? []
  for (const page of pages) {
    cover([routeOf(page)])
    // A page that is being left or closed has nothing to read.
    cover(await page.evaluate((isAgain) => window.readCovered?.(isAgain) ?? [], again).catch(() => []))
  }
}

async function recordContext(context: BrowserContext) {
  recording?.contexts.push(context)
  await context.exposeFunction('reportCovered', cover)
  await context.addInitScript(watchTexts)
  context.on('page', recordAddresses)
  for (const page of context.pages()) recordAddresses(page)
}

/** The address of a page below the base path. */
const routeOf = (page: Page) => `route ${new URL(page.url()).pathname.replace(/^\/[a-z0-9-]+(?=\/)/, '')}`

function recordAddresses(page: Page) {
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return
    cover([routeOf(page)])
  })
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    const path = /^\/[a-z0-9-]+\/api(\/.*)$/.exec(pathname)?.[1]
    if (!path) return
    cover(tokensOfCall({ method: request.method(), path: `${path}${search}`, body: request.postData() ?? undefined }))
  })
}

/** Runs in each page before its own program: reports the texts that appear, once each, after the frame that draws them. */
function watchTexts() {
  // Journeys replace the clock of the page later.
  const nextFrame = requestAnimationFrame
  const reported = new Set<string>()
  const changed = new Set<Element>()
  const isShown = (element: Element) => {
    const { left, right, width } = element.getBoundingClientRect()
    return width > 0 && left >= 0 && right <= innerWidth && element.checkVisibility({ visibilityProperty: true })
  }
  // biome-ignore lint/performance/useDomNodeTextContent: hidden texts are not visible
  const textOf = (element: HTMLElement) => element.innerText
  const columnsOf = (element: Element) =>
    innerWidth < 1280
      ? []
      : [...element.querySelectorAll<HTMLElement>('th')].filter(isShown).flatMap((th) => [
          `column ${textOf(th)}`,
          // The lines of a header of two columns.
          ...textOf(th)
            .split('\n')
            .map((line) => `column ${line}`),
        ])
  const read = (elements: Iterable<Element>) => {
    const found = [`text ${document.title}`]
    for (const element of elements) {
      // Of what is not drawn this would be all its text.
      if (!(element instanceof HTMLElement) || !element.checkVisibility()) continue
      found.push(
        ...textOf(element)
          .split('\n')
          .map((line) => `text ${line}`),
        ...columnsOf(element),
      )
    }
    const tokens = found
      .map((token) => token.replace(/\s+/g, ' ').trim())
      .filter((token) => token.includes(' ') && !reported.has(token))
    for (const token of tokens) reported.add(token)
    return tokens
  }
  window.readCovered = (again) => {
    if (again) reported.clear()
    changed.clear()
    return document.body ? read([document.body]) : []
  }
  const report = () => {
    const roots = [...changed].filter((element) => !changed.has(element.parentElement as Element))
    changed.clear()
    const tokens = read(roots)
    if (tokens.length > 0) void window.reportCovered?.(tokens)
  }
  const changes = new MutationObserver((records) => {
    const isFirst = changed.size === 0
    for (const { target } of records) {
      const element = target instanceof Element ? target : target.parentElement
      if (element) changed.add(element)
    }
    if (isFirst && changed.size > 0) nextFrame(report)
  })
  changes.observe(document, {
    childList: true,
    characterData: true,
    subtree: true,
    attributeFilter: ['hidden', 'open', 'class'],
  })
}
