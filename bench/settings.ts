import { parseArgs } from 'node:util'

export const { values, positionals } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    /** The number of cases or people for the parts that run only if named: filling a million takes long. */
    rows: { type: 'string', default: '1000000' },
    queries: { type: 'string', default: '2000' },
    /** For `case-work`: the engine; also for `registry`, a part of the names of the scenarios to measure. */
    engine: { type: 'string', default: 'postgres' },
    only: { type: 'string' },
    /** For `calls`: a module that starts another program to compare with, see `Peer`. */
    peer: { type: 'string' },
  },
  allowPositionals: true,
})
export const seconds = Number(values.seconds)
/** A ratio, to four decimals. */
export const per = (a: number, b: number) => Number((a / b).toFixed(4))
export const round = (value: number) => Number(value.toFixed(1))
