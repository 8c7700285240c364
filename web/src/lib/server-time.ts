/** A clock that differs by less is right: answers take a while, and their header has whole seconds. */
const toleranceMs = 120_000

let aheadMs: number | undefined

/** Takes the time of a fresh answer of the server, from its `date` header; `now` is that of this device's clock. */
export function hearServerTime(date: string | null, now = Date.now()) {
  const serverTime = Date.parse(date ?? '')
  if (Number.isNaN(serverTime)) return
  const ahead = serverTime - now
  aheadMs = Math.abs(ahead) > toleranceMs ? ahead : 0
}

/** Asks for the server's time, where no answer has said it yet: a form that is reloaded calls nothing before it judges a date. */
export async function askServerTime(): Promise<void> {
  if (aheadMs !== undefined) return
  const answer = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  hearServerTime(answer?.headers.get('date') ?? null)
}

/** The server's time: the clock of a telephone may be a day wrong. Until the first answer, the device's. */
export const serverNow = () => new Date(Date.now() + (aheadMs ?? 0))
