import {
  type AssociationDetail,
  type AssociationDraft,
  type AssociationKey,
  type AssociationTab,
  type AssociationValues,
  associationFields,
  associationForm,
  associationTabs,
  type Field,
  getAssociationLock,
  isDocumentKey,
  lockAssociation,
  readDraft,
  saveAssociationForm,
  stepOf,
  usesOf,
  withoutHidden,
  writeWire,
} from '@portal/contract'
import type registerTexts from '@portal/contract/texts/register/it.json'
import type { LockedRecord } from '#form/edit/edit-lock.ts'
import { defineEditedForm } from '#form/edit/edited-form.ts'
import { defineDrafts } from '#form/edit/field-draft.ts'
import { definePlaces, type FormTexts, fieldOfPlace } from '#form/form-texts.ts'
import { call } from '#lib/api/call.ts'
import { today } from '#lib/i18n/format.tsx'
import { associationDisplay } from '#record/association-display.ts'
import { associationQuery } from '../associations.queries.ts'

type LinesKey = keyof typeof registerTexts.registerColumns

const fields: Readonly<Record<AssociationKey, Field>> = associationFields

/** The office neither adds documents nor gives the consent of an association. */
export const isWritable = (key: AssociationKey) => !(isDocumentKey(key) || key === 'consent')
const keys = usesOf(associationForm).map(({ key }) => key as AssociationKey)
const editableKeys: readonly AssociationKey[] = keys.filter(isWritable)

export const associationTexts: FormTexts<AssociationKey> = {
  ...associationDisplay.texts,
  lineNameOf: (t, key, number) => t(`lines.one.${key as LinesKey}`, { number }),
  addTextOf: (t, key) => t(`lines.add.${key as LinesKey}`),
}

/** The tab of a place of the form. */
export const tabOfPlace = (place: string): AssociationTab | undefined =>
  associationTabs.find((tab) => tab === stepOf(associationForm, fieldOfPlace<AssociationKey>(place)))

/** The values of a draft, with all its validation errors; what the office does not edit is as it is in the record. */
export const readAssociation = (draft: AssociationDraft, { values }: Pick<AssociationDetail, 'values'>) => {
  const fixed = Object.fromEntries(keys.filter((key) => !isWritable(key)).map((key) => [key, values[key]]))
  return readDraft<AssociationValues>(associationForm, { ...fixed, ...draft }, today())
}

const { associationId, version: versionField } = saveAssociationForm.fields

/** The body of a saved association; the consent counts as given (specification 2 §4). */
export const savedOnWire = (values: AssociationValues, id: number, version: number) => ({
  ...writeWire(associationForm, { ...withoutHidden(associationForm, values), consent: true }),
  [associationId.wire]: id,
  [versionField.wire]: version,
})

/** The form with which the office edits an association. */
export const editedAssociation = defineEditedForm<AssociationDraft, AssociationDetail, AssociationKey>({
  kind: 'association',
  id: 'association',
  keys: editableKeys,
  display: associationDisplay,
  texts: associationTexts,
  drafts: defineDrafts({ fields, keys: editableKeys }),
  places: definePlaces({ fields, keys: editableKeys }, associationTexts),
})

export const lockedAssociation = (id: number): LockedRecord => ({
  queryKey: associationQuery(id).queryKey,
  lock: (action, options) => call(lockAssociation, { params: { id }, query: { action } }, options),
  look: () => call(getAssociationLock, { params: { id } }),
})
