import { get } from 'node:http'
import type { Page } from '@playwright/test'

/** Transferred bytes of the answers, without headers, and their addresses. */
export interface Weight {
  /** Everything except fonts: HTML, styles, scripts, icons, answers of the API. */
  readonly program: number
  readonly fonts: number
  /** One line for each address, the heaviest first. */
  readonly table: readonly string[]
  /** Addresses on other hosts. */
  readonly elsewhere: readonly string[]
}

interface TransferSize {
  readonly url: string
  readonly bytes: number
}

/** Measures everything that a page requests until the network is idle, as transferred to a browser that accepts brotli. */
export async function weighFirstLoad(page: Page, url: string): Promise<Weight> {
  const urls = new Set<string>()
  page.on('request', (request) => {
    if (request.url().startsWith('http')) urls.add(request.url())
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  const { origin } = new URL(url)
  const own = [...urls].filter((each) => new URL(each).origin === origin)
  const sizes = await Promise.all(
    own.map(async (each): Promise<TransferSize> => ({ url: each, bytes: await transferSize(each) })),
  )
  const sum = (rows: readonly TransferSize[]) => rows.reduce((total, { bytes }) => total + bytes, 0)
  const isFont = ({ url: each }: TransferSize) => /\.woff2?$/.test(new URL(each).pathname)
  return {
    program: sum(sizes.filter((row) => !isFont(row))),
    fonts: sum(sizes.filter(isFont)),
    table: sizes.toSorted((a, b) => b.bytes - a.bytes).map((row) => `${row.bytes} ${new URL(row.url).pathname}`),
    elsewhere: [...urls].filter((each) => new URL(each).origin !== origin),
  }
}

const transferSize = (url: string) =>
  new Promise<number>((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br, gzip' } }, (reply) => {
      let bytes = 0
      reply.on('data', (part: Buffer) => {
        bytes += part.length
      })
      reply.on('end', () => resolve(bytes)).on('error', reject)
    }).on('error', reject)
  })
