import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test as base, expect, type Page } from '@playwright/test'
import type { RunOptions, run } from 'axe-core'
import { officeDefaults } from '../server/src/wiring/office-defaults.ts'
import { recordJourney, recordSteps } from './record-coverage.ts'
import { signInByCall } from './sign-in-by-call.ts'
import { translatePages } from './translate-page.ts'

/** Base path of the office that the tests run for. */
export const site = `/${officeDefaults.slug}`

export interface Portal {
  /** Opens a page of the site and waits for its heading. */
  open(path: string): Promise<void>
  /** Signs in a demonstration user by first name, with a request, and opens their home page. */
  signIn(firstName: string): Promise<void>
  /** Checks the page for WCAG 2.2 AA, best practice and sideways scrolling; `withColours` includes contrast. */
  isAccessible(options?: { readonly withColours: boolean }): Promise<void>
  /** Checks that the page does not scroll sideways. */
  fits(): Promise<void>
  /** Saves a screenshot of the page with the test results if PICTURES is set, for manual review. */
  picture(name: string): Promise<void>
}

/** Every test fails on an error in the console and on a request to another host. */
export const test = base.extend<{
  portal: Portal
  covered: undefined
  watch: undefined
  isTranslated: boolean
  translation: undefined
  causedError: RegExp | undefined
}>({
  covered: [
    ({ context, browser }, use, info) => recordJourney(context, browser, info, () => use(undefined)),
    { auto: true },
  ],
  /** Whether the browser translates each page. */
  isTranslated: [Boolean(process.env.TRANSLATED), { option: true }],
  /** An error that a test causes on purpose, beside those of failed calls. */
  causedError: [undefined, { option: true }],
  translation: [
    async ({ page, isTranslated }, use) => {
      if (isTranslated) await translatePages(page)
      await use(undefined)
    },
    { auto: true },
  ],
  watch: [
    async ({ page, baseURL, causedError }, use) => {
      const errors: string[] = []
      const ownHost = new URL(baseURL ?? '').host
      page.on('pageerror', (error) => errors.push(`error: ${error.message}`))
      // Failures that tests cause on purpose appear in the console too.
      const isExpected = (text: string) =>
        /Failed to load resource|A part of the program did not load|^CallError: /.test(text) || causedError?.test(text)
      page.on('console', (message) => {
        if (message.type() === 'error' && !isExpected(message.text())) errors.push(message.text())
      })
      page.on('request', (request) => {
        const { host, protocol } = new URL(request.url())
        if (host !== ownHost && protocol.startsWith('http') && !request.isNavigationRequest())
          errors.push(`request to ${host}`)
      })
      await use(undefined)
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
  portal: async ({ page }, use, info) => {
    await use({
      open: async (path) => {
        await page.goto(`${site}${path}`)
        await untilDrawn(page)
      },
      signIn: async (firstName) => {
        await page.goto(`${site}${await signInByCall(page, firstName)}`)
        await expect(page.getByRole('heading', { name: `Buon lavoro, ${firstName}` })).toBeVisible()
      },
      isAccessible: async ({ withColours } = { withColours: true }) => {
        await expect(page).not.toHaveTitle('')
        await expect(page.locator('h1, [role=alertdialog]').first()).toBeAttached()
        await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
        expect(await violationsOf(page, withColours)).toEqual([])
        await fits(page)
      },
      fits: () => fits(page),
      picture: async (name) => {
        if (!process.env.PICTURES) return
        await page.screenshot({
          path: `${info.project.outputDir}/pictures/${info.project.name}-${name}.png`,
          fullPage: true,
        })
      },
    })
  },
})

recordSteps(test)

/**
 * Waits until the program has drawn the page. The heading is prerendered, and the program replaces a prerendered page where the
 * tab stores a draft: with such a draft `openStep` empties the title of each page, which the program then sets.
 */
export async function untilDrawn(page: Page) {
  await expect(page).not.toHaveTitle('')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** WCAG 2.2 AA and best practices. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The minified program: half the size of the default source, which every page would parse again. */
const axeProgram = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The violations of axe, each rule with the elements that break it. Axe's Playwright package is several times slower. */
async function violationsOf(page: Page, withColours: boolean) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeProgram)
  const isCovered = await page.evaluate(() => {
    scrollTo(0, 0)
    return document.querySelector('.bottom-bar, .menu-list, .more-list') !== null
  })
  const colours = { 'color-contrast': { enabled: withColours } }
  if (!isCovered) return runAxe(page, { runOnly: tags, rules: { ...colours, 'target-size': { enabled: true } } })
  // Fixed bars cover a scrolling page on purpose: the target size is checked with the bottom bar hidden. An open menu covers
  // controls that are reachable once it is closed: then only its own targets are checked.
  const found = await runAxe(page, { runOnly: tags, rules: { ...colours, 'target-size': { enabled: false } } })
  await showBottomBar(page, false)
  const small = await runAxe(page, { runOnly: { type: 'rule', values: ['target-size'] } }, '.menu-list, .more-list')
  await showBottomBar(page, true)
  return [...found, ...small]
}

/** Runs axe on the page, or on the part that the selector matches, if any. */
const runAxe = (page: Page, options: RunOptions, part = 'html') =>
  page.evaluate(
    async ([runOptions, selector]) => {
      const { violations } = await (window as unknown as { axe: { run: typeof run } }).axe.run(
        document.querySelector(selector) ?? document,
        { ...runOptions, resultTypes: ['violations'] },
      )
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    },
    [options, part] as const,
  )

const showBottomBar = (page: Page, isShown: boolean) =>
  page.evaluate((shown) => {
    const bar = document.querySelector<HTMLElement>('.bottom-bar')
    if (bar) bar.style.visibility = shown ? '' : 'hidden'
  }, isShown)

/** The elements that make a page scroll sideways. */
const tooWide = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect()
        return right > innerWidth + 1 || left < -1
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  )

const sidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

async function fits(page: Page) {
  expect(await sidewaysScroll(page), (await tooWide(page)).join('\n')).toBeLessThanOrEqual(0)
}

export { expect }
