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
  mainGroundFirst,
  type PlainDate,
  readDraft,
  withoutHidden,
} from '@portal/contract'
import { defineDrafts } from '#form/edit/field-draft.ts'

const fields: Readonly<Record<CaseKey, Field>> = caseFields

export const fieldOf = (key: CaseKey): Field => fields[key]
const isFixed = (key: string) => fixedCaseKeys.some((fixed) => fixed === key)
/** The reporter's own words cannot be edited. */
const receivedKeys: readonly CaseKey[] = ['message']
export const isWritable = (key: CaseKey, { isAsReceived }: Pick<CaseHead, 'isAsReceived'>) =>
  !(isFixed(key) || (isAsReceived && receivedKeys.includes(key)))

/** The editable fields: all but those that saving does not change. */
export const editableKeys = (Object.keys(caseFields) as CaseKey[]).filter((key) => !isFixed(key))
/** The editable fields of a new case: also its files. */
export const newCaseKeys: readonly CaseKey[] = [...editableKeys, 'attachments']

/** The first line is the main ground; the priority is written on sending. */
const orderedLines = ({ grounds }: CaseValues): CaseValues['grounds'] =>
  grounds && mainGroundFirst(grounds).map(({ priority: _, ...line }) => line)

const drafts = defineDrafts<CaseDraft, CaseKey>({ fields, keys: editableKeys })

/** A case as a draft: dates are text, and fields that cannot be edited are left out. */
export const caseDrafts: typeof drafts = {
  ...drafts,
  draftOf: (values: CaseValues) => drafts.draftOf({ ...values, grounds: orderedLines(values) }),
}
export const { draftOf, unitOf, withValue, changedKeys, linesAtStake } = caseDrafts

/** The values of a draft, with all its validation errors. */
export function readCase<V extends CaseValues>(draft: CaseDraft, form: Form<V>, today: PlainDate): FormReading<V> {
  const { values, fieldErrors } = readDraft(form, draft, today)
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
