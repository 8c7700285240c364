import {
  type AssociationDraft,
  type AssociationKey,
  type AssociationValues,
  associationFields,
  type DocumentKey,
  defaults,
  documentKeys,
  type Form,
  type FormReading,
  readDraft,
  withoutHidden,
  writeWire,
} from '@portal/contract'
import { defineDrafts } from '#form/edit/field-draft.ts'
import type { AcceptedFile } from '#form/upload/upload-rules.ts'
import { today } from '#lib/i18n/format.tsx'

/** What the form holds while it is filled in. */
export type FormDraft = AssociationDraft & {
  readonly isOverwriting?: boolean | undefined
  /** The secret of the link under which the application was saved. */
  readonly draftLink?: string | undefined
}

export const associationKeys = Object.keys(associationFields) as AssociationKey[]

const drafts = defineDrafts<FormDraft, AssociationKey>({ fields: associationFields, keys: associationKeys })
export const { withValue } = drafts

/** Most associations have their seat in Italy, and so have the people who represent them. */
export const emptyDraft: FormDraft = {
  seatNation: defaults.nationId,
  representativeBirthNation: defaults.nationId,
  representativeNation: defaults.nationId,
}

const withFiles = (draft: FormDraft, change: (file: AcceptedFile) => AcceptedFile): FormDraft =>
  Object.fromEntries(
    documentKeys.flatMap((key) => (draft[key] ? [[key, (draft[key] as readonly AcceptedFile[]).map(change)]] : [])),
  )

/** Stored values as a draft; their files belong to the record. The consent, once given, holds (specification 2 §4). */
export function draftOf(values: AssociationValues): FormDraft {
  const draft = drafts.draftOf({ ...values, consent: true })
  return { ...draft, ...withFiles(draft, (file) => ({ ...file, isStored: true })) }
}

const filesIn = (draft: FormDraft, key: DocumentKey) => (draft[key] ?? []) as readonly AcceptedFile[]

/** What saves a draft for later: what was typed, and the ids of its files. */
export const savingOf = ({ draftLink, ...typed }: FormDraft) => ({
  draft: typed as Record<string, unknown>,
  files: documentKeys.flatMap((key) => filesIn(typed, key).map(({ id }) => id)),
  link: draftLink,
})

/** A draft that its link opened, with those of its files that the server still has. */
export const openedDraft = (typed: FormDraft, files: readonly string[], draftLink: string): FormDraft => ({
  ...typed,
  draftLink,
  ...Object.fromEntries(
    documentKeys.map((key) => {
      const found = filesIn(typed, key).filter(({ id }) => files.includes(id))
      return [key, found.length > 0 ? found.map((file) => ({ ...file, isStored: true })) : undefined]
    }),
  ),
})

/** The values of a draft with all its errors. `extra` are values that nobody types, such as the version of a record. */
export const readAssociation = (form: Form, draft: FormDraft, extra: object = {}): FormReading<AssociationValues> =>
  readDraft<AssociationValues>(form, { ...draft, ...extra }, today())

export const associationOnWire = (form: Form, values: AssociationValues) => writeWire(form, withoutHidden(form, values))
