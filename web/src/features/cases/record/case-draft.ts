import {
  type CaseDraft,
  type CaseHead,
  type CaseKey,
  type CaseValues,
  caseFields,
  caseForm,
  caseValuesOnWire,
  type Field,
  type Form,
  type FormReading,
  fixedCaseKeys,
  formatScreenDate,
  mainGroundFirst,
  type PlainDate,
  readDraft,
  withJoinedPhones,
  withoutHidden,
} from '@portal/contract'

type Line = Readonly<Record<string, unknown>>

const fields: Readonly<Record<CaseKey, Field>> = caseFields

export const fieldOf = (key: CaseKey): Field => fields[key]
const isFixed = (key: string) => fixedCaseKeys.some((fixed) => fixed === key)
/** The reporter's own words cannot be edited. */
const receivedKeys: readonly CaseKey[] = ['message']
export const isWritable = (key: CaseKey, { isAsReceived }: Pick<CaseHead, 'isAsReceived'>) =>
  !(isFixed(key) || (isAsReceived && receivedKeys.includes(key)))

/** The values of a case that saving does not change. */
export const fixedOf = (values: CaseValues): CaseValues =>
  Object.fromEntries(fixedCaseKeys.map((key) => [key, values[key]]))

/** The editable fields: all but those that saving does not change. */
export const editableKeys = (Object.keys(caseFields) as CaseKey[]).filter((key) => !isFixed(key))
/** The editable fields of a new case: also its files. */
export const newCaseKeys: readonly CaseKey[] = [...editableKeys, 'attachments']

const toDraftValue = ({ kind }: Field, value: unknown) =>
  kind === 'date' ? formatScreenDate(value as PlainDate) : value

/** The first line is the main ground; the priority is written on sending. */
const orderedLines = ({ grounds }: CaseValues): CaseValues['grounds'] =>
  grounds && mainGroundFirst(grounds).map(({ priority: _, ...line }) => line)

const toDraftLine = ({ columns = {} }: Field, line: Line): Line =>
  Object.fromEntries(
    Object.entries(line).flatMap(([column, value]) => {
      const own = columns[column]
      return own && value !== undefined ? [[column, toDraftValue(own, value)]] : []
    }),
  )

/** A case as a draft: dates are text, and fields that cannot be edited are left out. */
export function draftOf(values: CaseValues): CaseDraft {
  const all: CaseValues = { ...values, grounds: orderedLines(values) }
  const entries = editableKeys.flatMap((key) => {
    const value: unknown = all[key]
    if (value === undefined) return []
    const field = fieldOf(key)
    return [
      [key, Array.isArray(value) ? value.map((line: Line) => toDraftLine(field, line)) : toDraftValue(field, value)],
    ]
  })
  return Object.fromEntries(entries) as CaseDraft
}

/** The values of a draft, with all its validation errors. */
export function readCase<V extends CaseValues>(draft: CaseDraft, form: Form<V>, today: PlainDate): FormReading<V> {
  const { values, fieldErrors } = readDraft(form, withJoinedPhones(draft, fields), today)
  return { fieldErrors, values: values.grounds ? { ...values, grounds: markedMain(values.grounds) } : values }
}

const markedMain = (lines: NonNullable<CaseValues['grounds']>) =>
  lines.map((line, index) => ({ ...line, priority: index === 0 ? 0 : 1 }))

/** The body of a saved case, without the fields that its other answers hide. */
export const savedOnWire = (values: CaseValues, caseId: number, version: number) => ({
  ...caseValuesOnWire(withoutHidden(caseForm, values)),
  id_segnalazione: caseId,
  versione: version,
})

/** The fields that depend on a choice, at any depth: another choice empties them. */
const dependentsOf = (key: string): CaseKey[] =>
  editableKeys.filter((child) => dependsOn(fieldOf(child), key)).flatMap((child) => [child, ...dependentsOf(child)])

const dependsOn = ({ parent, columns = {} }: Field, key: string) =>
  parent === key || Object.values(columns).some((column) => column.parent === key && columns[key] === undefined)

/** The lines with values that another choice would empty. */
export const linesAtStake = (draft: CaseDraft, key: CaseKey): CaseKey[] =>
  dependentsOf(key).filter((child) => fieldOf(child).kind === 'lines' && !isEmpty(draft[child]))

/** The fields that can only change together: a choice and all that depends on it. */
export function unitOf(key: CaseKey): CaseKey[] {
  const above = editableKeys.find((parent) => dependsOn(fieldOf(key), parent))
  return above === undefined ? [key, ...dependentsOf(key)] : unitOf(above)
}

export const withValue = (draft: CaseDraft, key: CaseKey, value: unknown): CaseDraft => ({
  ...draft,
  ...Object.fromEntries(dependentsOf(key).map((child) => [child, undefined])),
  [key]: value,
})

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value)
    ? value.every(isEmpty)
    : typeof value === 'object' && Object.values(value as object).every(isEmpty))

function isSame(one: unknown, other: unknown): boolean {
  if (isEmpty(one) || isEmpty(other)) return isEmpty(one) && isEmpty(other)
  if (typeof one !== 'object' || typeof other !== 'object') return one === other
  const [a, b] = [one as Line, other as Line]
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => isSame(a[name], b[name]))
}

/** True if two drafts agree in a field. An unchecked box means no. */
export const isSameIn = (key: CaseKey, one: CaseDraft, other: CaseDraft) =>
  fieldOf(key).kind === 'flag' ? Boolean(one[key]) === Boolean(other[key]) : isSame(one[key], other[key])

/** The fields among `keys`, by default all editable ones, in which two drafts differ. */
export const changedKeys = (one: CaseDraft, other: CaseDraft, keys: readonly CaseKey[] = editableKeys) =>
  keys.filter((key) => !isSameIn(key, one, other))
