import { get } from 'node:http'
import type { Page } from '@playwright/test'

/** Bytes of the answers as they travel, without their heads, and the addresses they came from. */
export interface Weight {
  /** Everything but fonts: HTML, styles, scripts, icons, answers of the API. */
  readonly program: number
  readonly fonts: number
  /** One line for each address, the heaviest first. */
  readonly table: readonly string[]
  /** Addresses on other hosts. */
  readonly elsewhere: readonly string[]
}

interface Weighed {
  readonly url: string
  readonly bytes: number
}

/** Everything that a page asks for until it is still, weighed as it travels to a browser that takes brotli. */
export async function weighFirstLoad(page: Page, url: string): Promise<Weight> {
  const urls = new Set<string>()
  page.on('request', (request) => {
    if (request.url().startsWith('http')) urls.add(request.url())
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  const { origin } = new URL(url)
  const own = [...urls].filter((each) => new URL(each).origin === origin)
  const weighed = await Promise.all(
    own.map(async (each): Promise<Weighed> => ({ url: each, bytes: await weigh(each) })),
  )
  const sum = (rows: readonly Weighed[]) => rows.reduce((total, { bytes }) => total + bytes, 0)
  const isFont = ({ url: each }: Weighed) => /\.woff2?$/.test(new URL(each).pathname)
  return {
    program: sum(weighed.filter((row) => !isFont(row))),
    fonts: sum(weighed.filter(isFont)),
    table: weighed.toSorted((a, b) => b.bytes - a.bytes).map((row) => `${row.bytes} ${new URL(row.url).pathname}`),
    elsewhere: [...urls].filter((each) => new URL(each).origin !== origin),
  }
}

const weigh = (url: string) =>
  new Promise<number>((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br, gzip' } }, (reply) => {
      let bytes = 0
      reply.on('data', (part: Buffer) => {
        bytes += part.length
      })
      reply.on('end', () => resolve(bytes)).on('error', reject)
    }).on('error', reject)
  })
