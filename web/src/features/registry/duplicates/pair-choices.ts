import { type ComparedRecord, type RegistryKind, registryValuesOf, usesOf } from '@portal/contract'
import { formOf, type RecordKey, type RecordValues } from '../registry-kinds.ts'

export type Side = 'first' | 'second'
export type SidesOf = Readonly<Partial<Record<RecordKey, Side>>>

export const valuesIn = (kind: RegistryKind, { values }: Pick<ComparedRecord, 'values'>) =>
  registryValuesOf[kind](values) as RecordValues

const isKnown = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0)

/** The fields of which at least one record knows something, in the order of the form. */
export const comparedKeys = (kind: RegistryKind, first: RecordValues, second: RecordValues): RecordKey[] =>
  usesOf(formOf(kind))
    .map(({ key }) => key as RecordKey)
    .filter((key) => isKnown(first[key]) || isKnown(second[key]))

export const isSame = (key: RecordKey, first: RecordValues, second: RecordValues) =>
  JSON.stringify(first[key]) === JSON.stringify(second[key])

/** Whose value each field gets unless somebody chooses: that of the kept record, where it has one. */
export const startOf = (
  keys: readonly RecordKey[],
  kept: Side,
  values: Readonly<Record<Side, RecordValues>>,
): SidesOf => {
  const other: Side = kept === 'first' ? 'second' : 'first'
  return Object.fromEntries(keys.map((key) => [key, isKnown(values[kept][key]) ? kept : other]))
}

/** The wire paths of the fields that the kept record takes from the other one. */
export const takenFrom = (kind: RegistryKind, sides: SidesOf, kept: Side): string[] =>
  (Object.entries(sides) as [RecordKey, Side][])
    .filter(([, side]) => side !== kept)
    .map(([key]) => formOf(kind).fields[key]?.wire ?? key)
