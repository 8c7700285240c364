import { limits } from '@portal/contract'

const minuteMs = 60_000

/** After so many milliseconds without a sign of somebody's presence a draft is deleted. */
export const idleMs = limits.idleDraft.minutes * minuteMs

/** Such signs are written down once in so many milliseconds. */
export const signEveryMs = minuteMs

const expireEveryMs = 15_000
const expiring = new Set<() => void>()

/** Calls a function again and again for as long as the document lives: a stored draft expires on every page of the site. */
export function keepExpiring(expire: () => void) {
  if (expiring.size === 0)
    setInterval(() => {
      for (const one of expiring) one()
    }, expireEveryMs)
  expiring.add(expire)
}
