/** A clock that differs by less is right: answers take a while, and their header has whole seconds. */
const toleranceMs = 120_000

let aheadMs = 0

/** Takes the time of a fresh answer of the server, from its `date` header; `now` is that of this device's clock. */
export function hearServerTime(date: string | null, now = Date.now()) {
  const serverTime = Date.parse(date ?? '')
  if (Number.isNaN(serverTime)) return
  const ahead = serverTime - now
  aheadMs = Math.abs(ahead) > toleranceMs ? ahead : 0
}

/** The server's time: the clock of a telephone may be a day wrong. Until the first answer, the device's. */
export const serverNow = () => new Date(Date.now() + aheadMs)
