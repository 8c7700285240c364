import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { findFreePort } from '../scripts/free-port.mjs'
import { test as base, expect } from './fixtures.ts'
import { recordSteps } from './record-coverage.ts'
import type { Mail, Question } from './serve-through-years.ts'

/** A server that belongs to one journey. */
export interface OwnServer {
  readonly origin: string
  /** The time of the server. */
  now(): Date
  /** Moves the time of the server and of a page forward; the page must be opened again. Sessions end. */
  advance(page: Page, days: number): Promise<void>
  /** Runs the nightly job of the register. */
  runNight(): Promise<void>
  /** The newest mail to an address, once its subject or text contains `words`. */
  mailTo(address: string, words: string): Promise<string>
  /** The path and fragment of the link in that mail. */
  linkTo(address: string, words: string): Promise<string>
}

const program = fileURLToPath(new URL('serve-through-years.ts', import.meta.url))

/** Tests with a server of their own, whose clock they move. */
export const test = base.extend<object, { years: OwnServer }>({
  baseURL: async ({ years }, use) => use(years.origin),
  years: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
    async ({}, use) => {
      const env = { ...process.env, PORT: String(await findFreePort()) }
      const child = fork(program, { env, execArgv: ['--import', 'tsx'], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
      const ended = once(child, 'exit')
      const answer = async () => (await Promise.race([once(child, 'message'), ended]))[0]
      const ask = (question: Question) => {
        child.send(question)
        return answer()
      }
      const address: string = await answer()
      let ahead = 0
      const now = () => new Date(Date.now() + ahead * 86_400_000)
      const mailTo: OwnServer['mailTo'] = async (to, words) => {
        const find = async () => {
          const mails: readonly Mail[] = await ask({ ask: 'mails' })
          return mails.findLast((mail) => mail.to === to && `${mail.subject}\n${mail.text}`.includes(words))
        }
        await expect.poll(find, { timeout: 20_000 }).toBeDefined()
        return (await find())?.text ?? ''
      }
      await use({
        origin: new URL(address).origin,
        now,
        advance: async (page, days) => {
          ahead += days
          await ask({ ask: 'move', days })
          await page.clock.setSystemTime(now())
        },
        runNight: () => ask({ ask: 'night' }),
        mailTo,
        linkTo: async (to, words) => {
          const { pathname, search, hash } = new URL(/https?:\S+#\S+/.exec(await mailTo(to, words))?.[0] ?? '')
          return pathname + search + hash
        },
      })
      child.disconnect()
      await ended
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

recordSteps(test)
