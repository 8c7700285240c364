/**
 * Looks at the kit the way no unit test can, in both directions and at three widths, under the product's own
 * Content-Security-Policy and below a base path:
 * computed styles of the purged build against the unpurged one, axe, sideways scrolling, the keyboard's focus ring.
 * Usage: node build/check-kit.mjs [folder for screenshots]. Ends with 1 when something is wrong.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { chromium } from '@playwright/test'
import axe from 'axe-core'

const web = join(import.meta.dirname, '..')
const shots = process.argv[2]
const builds = { purged: '.cache/kit', whole: '.cache/kit-whole' }
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' }
const csp = `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self';
  connect-src 'self'; form-action 'self'; base-uri 'self'; frame-ancestors 'none'`.replaceAll('\n', '')
const lineErrors = []

for (const [name, folder] of Object.entries(builds)) {
  const env = { ...process.env, PURGE: name === 'whole' ? 'off' : 'on' }
  execFileSync('npx', ['vite', 'build', '--mode', 'kit', '--outDir', folder, '--logLevel', 'error'], { cwd: web, env })
}

const server = createServer((request, reply) => {
  const [, , name, ...path] = new URL(request.url, 'http://localhost').pathname.split('/')
  try {
    const file = join(web, builds[name], path.join('/') || 'kit.html')
    const content = readFileSync(file)
    const type = types[extname(file)] ?? 'application/octet-stream'
    reply.writeHead(200, { 'content-type': type, 'content-security-policy': csp }).end(content)
  } catch {
    reply.writeHead(404).end()
  }
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))

const flags = '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking'
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: `${flags} --disable-component-update --disable-sync`.split(' '),
})

/** The kit with everything open that a click opens: menus, both toasts, then the dialog over it all. */
async function openKit(name, dir, width) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.on('console', (line) => line.type() === 'error' && lineErrors.push(`${name} ${dir} ${width}: ${line.text()}`))
  page.on('pageerror', (error) => lineErrors.push(`${name} ${dir} ${width}: ${error.message}`))
  await page.goto(`http://127.0.0.1:${server.address().port}/any-slug/${name}/kit.html?dir=${dir}`)
  await page.waitForSelector('.it-footer')
  await page.evaluate(() => document.fonts.ready)
  return page
}

async function openEverything(page) {
  if (await page.locator('.site-menu-button').isVisible()) await page.click('.site-menu-button')
  await page.getByRole('button', { name: 'Toast', exact: true }).click()
  await page.getByRole('button', { name: 'Toast (error)' }).click()
  await page.locator('.toast').first().hover()
  await page.getByRole('button', { name: 'Modal', exact: true }).evaluate((button) => button.click())
  await page.waitForTimeout(300)
}

/** Every element with all its computed values, pseudo-elements too. */
const stylesOf = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('body, body *')].map((element) => {
      const values = [undefined, '::before', '::after'].map((pseudo) => {
        const style = getComputedStyle(element, pseudo)
        return Object.fromEntries([...style].filter((key) => !key.startsWith('--')).map((key) => [key, style[key]]))
      })
      return { what: `${element.tagName}.${element.getAttribute('class')}`, values }
    }),
  )

async function compare(dir, width) {
  const both = []
  for (const name of Object.keys(builds)) {
    const page = await openKit(name, dir, width)
    await openEverything(page)
    both.push(await stylesOf(page))
    if (name === 'purged') await runAxe(page, `${dir} ${width} open`)
    if (shots && name === 'purged') await page.screenshot({ path: join(shots, `open-${dir}-${width}.png`) })
    await page.context().close()
  }
  const [purged, whole] = both
  if (purged.length !== whole.length) lineErrors.push(`${dir} ${width}: ${purged.length} elements, not ${whole.length}`)
  const count = purged.reduce((sum, element, at) => sum + differences(element, whole[at], `${dir} ${width}`), 0)
  return `${purged.length} elements, ${count} differences`
}

function differences(one, other, where) {
  const found = one.values.flatMap((values, at) =>
    Object.keys(values)
      // Addresses of files differ between builds by their folder.
      .filter((key) => strip(values[key]) !== strip(other.values[at][key]))
      .map((key) => `${where} ${one.what} ${key}: ${values[key]}, unpurged ${other.values[at][key]}`),
  )
  lineErrors.push(...found.slice(0, 5))
  return found.length
}

const strip = (value) => String(value).replace(/\/(purged|whole)\//g, '/')

async function runAxe(page, where) {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() => globalThis.axe.run({ resultTypes: ['violations'] }))
  for (const { id, nodes } of violations) {
    lineErrors.push(...nodes.map(({ html, failureSummary }) => `${where} axe ${id}: ${html} ${failureSummary}`))
  }
  return violations.length
}

async function look(dir, width) {
  const page = await openKit('purged', dir, width)
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  if (sideways > 0) lineErrors.push(`${dir} ${width}: scrolls sideways by ${sideways} px`)
  const violations = await runAxe(page, `${dir} ${width}`)
  const ringless = await stopsWithoutRing(page)
  lineErrors.push(...ringless.map((stop) => `${dir} ${width}: no focus ring on ${stop}`))
  if (shots) await page.screenshot({ path: join(shots, `kit-${dir}-${width}.png`), fullPage: true })
  await page.context().close()
  return `axe ${violations}, without ring ${ringless.length}`
}

/** Walks the page by Tab and names each stop that neither it nor its label shows. */
async function stopsWithoutRing(page) {
  const ringless = []
  await page.evaluate(() => document.activeElement.blur())
  for (let stop = 0; stop < 60; stop++) {
    await page.keyboard.press('Tab')
    const bare = await page.evaluate(() => {
      const focused = document.activeElement
      const shown = [focused, focused.nextElementSibling].filter(Boolean).map((element) => getComputedStyle(element))
      const hasRing = shown.some(({ boxShadow, outlineStyle, outlineColor }) =>
        boxShadow !== 'none' ? boxShadow.includes('5px') : outlineStyle === 'solid' && outlineColor === 'rgb(0, 0, 0)',
      )
      return hasRing || focused === document.body ? null : focused.outerHTML.slice(0, 120)
    })
    if (bare) ringless.push(bare)
  }
  return ringless
}

for (const dir of ['ltr', 'rtl']) {
  // 640 is 1280 at twice the size: nothing may need sideways scrolling there.
  for (const width of [320, 640, 1280]) process.stdout.write(`${dir} ${width}: ${await look(dir, width)}\n`)
  for (const width of [390, 1280]) process.stdout.write(`${dir} ${width}: ${await compare(dir, width)}\n`)
}
await browser.close()
server.close()
process.stdout.write(lineErrors.map((lineError) => `✗ ${lineError}\n`).join(''))
process.exitCode = lineErrors.length > 0 ? 1 : 0
