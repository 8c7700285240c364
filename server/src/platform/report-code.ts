import { reportCode } from '@portal/contract'

/** Year and number of a public code; undefined where it is not a code of this office. */
export function partsOfCode(tag: string, code: string): { year: number; number: number } | undefined {
  const [, year, number] = /-([0-9]{4})-([0-9]{6,9})$/.exec(code) ?? []
  if (year === undefined || number === undefined) return undefined
  const parts = { year: Number(year), number: Number(number) }
  return reportCode(tag, parts.year, parts.number) === code ? parts : undefined
}
