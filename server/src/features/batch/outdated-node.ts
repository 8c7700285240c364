import type { OutdatedNode, PlainDate } from '@portal/contract'

/**
 * The day on which each major version of Node reaches its end of life: from then on it gets no more fixes of security. Source:
 * schedule.json of github.com/nodejs/Release. From 27 on there is one major version a year.
 */
const endsOfLife: Readonly<Record<number, string>> = {
  20: '2026-04-30',
  21: '2024-06-01',
  22: '2027-04-30',
  23: '2025-06-01',
  24: '2028-04-30',
  25: '2026-06-01',
  26: '2029-04-30',
}

/** The version with its end of life, if it has reached that; undefined also for a major version that the table does not know. */
export function findOutdatedNode(version: string, today: PlainDate): OutdatedNode | undefined {
  // The days of the table are calendar days.
  const since = endsOfLife[Number.parseInt(version, 10)] as PlainDate | undefined
  return since !== undefined && since <= today ? { version, since } : undefined
}
