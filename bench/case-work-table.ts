import { loadavg } from 'node:os'
import type { CaseWorkFigures } from './case-work.ts'

/** The figures of a scenario as a row of a table. */
export const figuresOf = ({
  alone,
  bareAlone,
  steady,
  full,
  bareSteady,
  bareFull,
  bytes,
  walKilobytes,
  serverMs,
  databaseMs,
}: CaseWorkFigures) => ({
  'alone p50 ms': round(alone.p50),
  'alone p95': round(alone.p95),
  'bare p50': round(bareAlone.p50),
  'bare p95': round(bareAlone.p95),
  ratio: Number((alone.p50 / bareAlone.p50).toFixed(4)),
  '40/s p50': round(steady.p50),
  '40/s p95': round(steady.p95),
  'bare 40/s p50': round(bareSteady.p50),
  'bare 40/s p95': round(bareSteady.p95),
  'concurrent, per second': Math.round(full.perSecond),
  'concurrent p50': round(full.p50),
  'concurrent p95': round(full.p95),
  'bare per second': Math.round(bareFull.perSecond),
  bytes,
  'WAL kB': round(walKilobytes),
  'server ms': round(serverMs),
  'database ms': round(databaseMs),
  load: round(loadavg()[0] ?? 0),
})
export const errorsOf = ({ alone, bareAlone, steady, full, bareSteady, bareFull }: CaseWorkFigures) =>
  [alone, bareAlone, steady, full, bareSteady, bareFull].reduce((sum, { errors }) => sum + errors, 0)
const round = (value: number) => Number(value.toFixed(1))
