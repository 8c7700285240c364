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
/** What came in the reporter's own words stays as it came. */
const receivedKeys: readonly CaseKey[] = ['message']
export const isWritable = (key: CaseKey, { isAsReceived }: Pick<CaseHead, 'isAsReceived'>) =>
  !(isFixed(key) || (isAsReceived && receivedKeys.includes(key)))

/** What saving leaves alone, of a case. */
export const fixedOf = (values: CaseValues): CaseValues =>
  Object.fromEntries(fixedCaseKeys.map((key) => [key, values[key]]))

/** What may be typed: everything but what saving leaves alone. */
export const typedKeys = (Object.keys(caseFields) as CaseKey[]).filter((key) => !isFixed(key))
/** What may be told of a new case: the files that it arrived with as well. */
export const enteredKeys: readonly CaseKey[] = [...typedKeys, 'attachments']

const asTyped = ({ kind }: Field, value: unknown) => (kind === 'date' ? formatScreenDate(value as PlainDate) : value)

/** The order says which ground is the main one; its mark is written when it is sent. */
const orderedLines = ({ grounds }: CaseValues): CaseValues['grounds'] =>
  grounds && mainGroundFirst(grounds).map(({ priority: _, ...line }) => line)

const typedLine = ({ columns = {} }: Field, line: Line): Line =>
  Object.fromEntries(
    Object.entries(line).flatMap(([column, value]) => {
      const own = columns[column]
      return own && value !== undefined ? [[column, asTyped(own, value)]] : []
    }),
  )

/** A case as it is typed: dates are text, and what cannot be changed is left out. */
export function draftOf(values: CaseValues): CaseDraft {
  const all: CaseValues = { ...values, grounds: orderedLines(values) }
  const entries = typedKeys.flatMap((key) => {
    const value: unknown = all[key]
    if (value === undefined) return []
    const field = fieldOf(key)
    return [[key, Array.isArray(value) ? value.map((line: Line) => typedLine(field, line)) : asTyped(field, value)]]
  })
  return Object.fromEntries(entries) as CaseDraft
}

/** What is typed as values, with every fault that it has. */
export function readCase<V extends CaseValues>(draft: CaseDraft, form: Form<V>, today: PlainDate): FormReading<V> {
  const { values, issues } = readDraft(form, withJoinedPhones(draft, fields), today)
  return { issues, values: values.grounds ? { ...values, grounds: markedMain(values.grounds) } : values }
}

const markedMain = (lines: NonNullable<CaseValues['grounds']>) =>
  lines.map((line, index) => ({ ...line, priority: index === 0 ? 0 : 1 }))

/** The body of a saved case: what its own answers hide is not sent. */
export const savedOnWire = (values: CaseValues, caseId: number, version: number) => ({
  ...caseValuesOnWire(withoutHidden(caseForm, values)),
  id_segnalazione: caseId,
  versione: version,
})

/** The fields that hang on a choice, at any depth: another choice empties them. */
const below = (key: string): CaseKey[] =>
  typedKeys.filter((child) => hangsOn(fieldOf(child), key)).flatMap((child) => [child, ...below(child)])

const hangsOn = ({ parent, columns = {} }: Field, key: string) =>
  parent === key || Object.values(columns).some((column) => column.parent === key && columns[key] === undefined)

/** The filled lines that another choice would empty. */
export const linesAtStake = (draft: CaseDraft, key: CaseKey): CaseKey[] =>
  below(key).filter((child) => fieldOf(child).kind === 'lines' && !isEmpty(draft[child]))

/** The fields that can only change together: a choice, and all that hangs on it. */
export function unitOf(key: CaseKey): CaseKey[] {
  const above = typedKeys.find((parent) => hangsOn(fieldOf(key), parent))
  return above === undefined ? [key, ...below(key)] : unitOf(above)
}

export const withTyped = (draft: CaseDraft, key: CaseKey, value: unknown): CaseDraft => ({
  ...draft,
  ...Object.fromEntries(below(key).map((child) => [child, undefined])),
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

/** Whether two drafts say the same in a field. A box that is not ticked says no. */
export const isSameIn = (key: CaseKey, one: CaseDraft, other: CaseDraft) =>
  fieldOf(key).kind === 'flag' ? Boolean(one[key]) === Boolean(other[key]) : isSame(one[key], other[key])

/** The fields, of those that may be typed unless told otherwise, in which two drafts differ. */
export const changedKeys = (one: CaseDraft, other: CaseDraft, keys: readonly CaseKey[] = typedKeys) =>
  keys.filter((key) => !isSameIn(key, one, other))
