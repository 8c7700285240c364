import {
  type AssociationTab,
  type AssociationValues,
  associationTabs,
  type DocumentKey,
  documentKeys,
  type Form,
} from '@portal/contract'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sendSolved } from '#form/captcha/send-solved.ts'
import type { Captcha } from '#form/captcha/use-captcha.ts'
import type { FieldErrors, SavedDraft } from '#form/use-form-session.ts'
import { type FormStep, useFormSteps } from '#form/use-form-steps.ts'
import { deleteUploads, forgetUploads } from '#lib/files/uploaded-files.ts'
import { associationKeys, associationOnWire, type FormDraft, readAssociation, withValue } from './association-draft.ts'
import { errorsOf, fields, labelOfPlace, placeAt } from './association-texts.ts'
import { uploadsIn } from './draft-uploads.ts'
import { useDocuments } from './use-documents.ts'

export interface ApplicationFormOptions<R> {
  /** Says what is required: `applicationScreenForm`, `changeAssociationScreenForm`. */
  readonly form: Form
  readonly start: FormDraft
  /** Values that nobody types: the link or the id of the association, and its version. */
  readonly extra?: object
  /** A place in the tab that keeps the draft; without one, leaving loses it and is asked about. */
  readonly saved?: SavedDraft<FormDraft>
  /** The tab that is open at first; the first one by default. */
  readonly firstTab?: FormTab | undefined
  readonly send: (wire: Record<string, unknown>, senderKey: string) => Promise<R>
  /** `values` are those that were sent. */
  readonly onSent: (reply: R, values: AssociationValues) => void
}

export type FormTab = AssociationTab | 'summary'

/** The tabs with their fields, and the one to look at everything before it is sent. */
const stepsOf = (form: Form): readonly FormStep<FormTab>[] => [
  ...associationTabs.map((id) => ({ id, fields: form.steps.find((step) => step.id === id)?.fields ?? [] })),
  { id: 'summary', fields: [] },
]

export const formId = 'field'
export const captchaId = `${formId}-captcha`
export const headingId = `${formId}-heading`

const wires = Object.fromEntries(associationKeys.map((key) => [key, fields[key].wire]))
const nothingTyped: FormDraft = {}

/** What a new value changes: another number may have no earlier request. */
function changeOf(key: keyof FormDraft, value: unknown): FormDraft {
  if (key === 'isOverwriting' || key === 'draftLink') return { [key]: value }
  const change = withValue(nothingTyped, key, value)
  return key === 'number' ? { ...change, isOverwriting: undefined } : change
}

/** The session of the six-tab form: its draft, files, tabs, errors, and the way to the server. */
export function useApplicationForm<R>(options: ApplicationFormOptions<R>) {
  const { form, start, extra, saved, onSent } = options
  const { t } = useTranslation()
  const captcha = useRef<Captcha>(undefined)
  const [opened] = useState(start)
  const documents = useDocuments(saved?.work ?? start, (key, files) => set(key, files.length > 0 ? files : undefined))
  const sending = useMutation({
    meta: { isHandled: true },
    mutationFn: ({ wire, senderKey }: Outgoing) =>
      sendSolved({ captcha, id: captchaId }, () => options.send(wire, senderKey)),
    onSuccess: (sent) => {
      if (!sent) return
      forgetUploads(uploadsIn(session.draft))
      session.finish()
      onSent(sent.reply, values)
    },
  })
  const session = useFormSteps<FormDraft, string, FormTab>({
    id: formId,
    headingId,
    steps: stepsOf(form),
    first: options.firstTab,
    isFree: true,
    start,
    ...(saved && { saved }),
    fields: wires,
    keyAt: (path) => placeAt(path),
    labelOf: (place) => labelOfPlace(t, place),
    check: (draft, isLastStep) => {
      const { failed, running } = documents.waiting
      const errors = errorsOf(t, readAssociation(form, draft, extra).fieldErrors)
      // Files arrive while other parts are filled in: only sending waits for them.
      const arriving = isLastStep ? sentences(running, t('enrolment.filesUnderWay')) : undefinedAt(running)
      return { ...errors, ...sentences(failed, t('enrolment.refusedFiles')), ...arriving }
    },
    serverSentence: ({ codice, messaggio }) => (codice === 'data_non_valida' ? t('report.checkDate') : messaggio),
    sending,
    send: (draft, { senderKey }) =>
      sending.mutate({ wire: associationOnWire(form, readAssociation(form, draft, extra).values), senderKey }),
  })
  const { draft, step: tab = 'identity' } = session
  const { values, fieldErrors } = readAssociation(form, draft, extra)
  /** Whether a part of a record that was stored before is still as it was, and complete. */
  const isUnchanged = (of: FormTab) => {
    const keys =
      stepsOf(form)
        .find(({ id }) => id === of)
        ?.fields.map(({ key }) => key as keyof FormDraft) ?? []
    const isOf = ({ key }: { readonly key: string }) => keys.some((one) => one === key)
    return !saved && keys.every((key) => draft[key] === opened[key]) && !fieldErrors.some(isOf)
  }
  const set = (key: keyof FormDraft, value: unknown) => session.change(changeOf(key, value))
  return {
    ...session,
    tab,
    set,
    isUnchanged,
    declaration: form,
    captcha,
    queues: documents.queues,
    values,
    /** What was typed is saved under a link: its files are part of that. */
    markSaved: (link: string) => {
      for (const key of documentKeys) documents.queues[key].markStored()
      forgetUploads(uploadsIn(draft))
      set('draftLink', link)
    },
    /** Deletes everything that was typed and uploaded. */
    reset: () => {
      deleteUploads(uploadsIn(draft))
      documents.restart(start)
      session.restart(start)
    },
  }
}
export type ApplicationSession = ReturnType<typeof useApplicationForm>

interface Outgoing {
  readonly wire: Record<string, unknown>
  readonly senderKey: string
}

const undefinedAt = (keys: readonly DocumentKey[]): FieldErrors<string> =>
  Object.fromEntries(keys.map((key) => [key, undefined]))

const sentences = (keys: readonly DocumentKey[], sentence: string): FieldErrors<string> =>
  Object.fromEntries(keys.map((key) => [key, sentence]))
