// npm run pictures:manual [-- <name>…]: takes the pictures of the manual, or those with these names, from an office of invented cases.
// With OFFICE, the address of a demonstration that runs, it takes them from there.
import './node-version.mjs'
import { writeFileSync } from 'node:fs'

const { makeReady } = await import('./ready.mjs')
const { root } = await import('./stamp.mjs')
const { pictures } = await import('./manual-pictures-table.mjs')
await makeReady()
const { openPage, withBrowser, withDemoOffice } = await import('./demo-office.mjs')

const folder = `${root}web/src/features/help/manual/pictures/`
const wide = { width: 1280, height: 900 }
const largest = 60_000

/** The rectangle of the screen that a picture shows. */
async function clipOf(page, { show, from = 0, foot, viewport = wide, height = viewport.height }) {
  if (!show) return { x: 0, y: 0, ...viewport }
  const box = await show(page).boundingBox()
  const x = Math.max(box.x, from)
  const right = Math.min(box.x + box.width, viewport.width)
  if (foot) return { x, y: viewport.height - foot, width: right - x, height: foot }
  const bottom = Math.min(box.y + box.height, box.y + height, viewport.height)
  return { x, y: box.y, width: right - x, height: bottom - box.y }
}

/** Takes the focus from a heading that has it since its page came, and the pointer from what it points at. */
async function leaveHeading(page) {
  await page.mouse.move(0, 0)
  await page.evaluate(() => {
    if (document.activeElement.tabIndex < 0) document.activeElement.blur()
  })
}

/** Draws a rectangle around an element of the page. */
async function drawMark(page, element) {
  const box = await element.boundingBox()
  await page.evaluate(({ x, y, width, height }) => {
    const frame = document.createElement('div')
    Object.assign(frame.style, {
      position: 'fixed',
      left: `${x - 6}px`,
      top: `${y - 6}px`,
      width: `${width + 12}px`,
      height: `${height + 12}px`,
      border: '3px solid #c2185b',
      borderRadius: '8px',
      zIndex: 9999,
      pointerEvents: 'none',
    })
    // An open dialog lies over everything else.
    const place = document.querySelector('dialog[open]') ?? document.body
    place.append(frame)
  }, box)
}

/** The bytes of a picture in WebP, as sharp as its size allows. */
async function toWebP(browser, png) {
  const page = await browser.newPage()
  const url = await page.evaluate(
    async ([source, limit]) => {
      const image = await createImageBitmap(await (await fetch(source)).blob())
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
      canvas.getContext('2d').drawImage(image, 0, 0)
      const qualities = [0.85, 0.75, 0.65, 0.55, 0.45, 0.35, 0.25]
      const written = qualities.map((quality) => canvas.toDataURL('image/webp', quality))
      return written.find(({ length }) => length * 0.75 < limit) ?? written.at(-1)
    },
    [`data:image/png;base64,${png.toString('base64')}`, largest],
  )
  await page.close()
  return Buffer.from(url.split(',')[1], 'base64')
}

async function take(browser, base, picture) {
  const { name, steps = [], mark, viewport = wide } = picture
  const open = async (page) => {
    for (const step of steps) {
      await step(page)
      await page.waitForLoadState('networkidle')
    }
  }
  const page = await openPage(browser, base, { ...picture, viewport, open })
  await leaveHeading(page)
  const clip = await clipOf(page, picture)
  if (mark) await drawMark(page, mark(page))
  const bytes = await toWebP(browser, await page.screenshot({ clip }))
  await page.context().close()
  writeFileSync(`${folder}${name}.webp`, bytes)
  process.stdout.write(`${name} ${Math.round(bytes.length / 1000)} kB\n`)
}

const names = process.argv.slice(2)
const chosen = pictures.filter(({ name }) => names.length === 0 || names.includes(name))
const takeAll = async (browser, base) => {
  for (const picture of chosen) await take(browser, base, picture)
}
const { OFFICE } = process.env
await (OFFICE ? withBrowser((browser) => takeAll(browser, OFFICE)) : withDemoOffice(takeAll))
