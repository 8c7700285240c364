import {
  type AssociationTab,
  appErrors,
  associationTabs,
  type DocumentKey,
  documentKeys,
  type Form,
  stepStates,
} from '@portal/contract'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { Captcha } from '#form/captcha/use-captcha.ts'
import { fieldOfPlace } from '#form/form-texts.ts'
import { type FieldErrors, handleSubmitBy, type SavedDraft, useFormSession } from '#form/use-form-session.ts'
import { CallError } from '#lib/api/call-error.ts'
import { deleteUploads, forgetUploads } from '#lib/files/uploaded-files.ts'
import type { ErrorSummaryProps } from '#ui/field/error-summary.tsx'
import { focusById } from '#ui/focus-by-id.ts'
import { associationKeys, associationOnWire, type FormDraft, readAssociation, withValue } from './association-draft.ts'
import { errorsOf, fields, labelOfPlace, placeAt, tabOf } from './association-texts.ts'
import { uploadsIn } from './draft-uploads.ts'
import { useDocuments } from './use-documents.ts'

export interface AssociationFormOptions<R> {
  /** Says what is required: `applicationForm`, `changeAssociationForm`. */
  readonly form: Form
  readonly start: FormDraft
  /** Values that nobody types: the link or the id of the association, and its version. */
  readonly extra?: object
  /** A place in the tab that keeps the draft; without one, leaving loses it and is asked about. */
  readonly saved?: SavedDraft<FormDraft>
  /** The tab that is open at first; the first one by default. */
  readonly firstTab?: FormTab | undefined
  readonly send: (wire: Record<string, unknown>, senderKey: string) => Promise<R>
  readonly onSent: (reply: R) => void
}

export type FormTab = AssociationTab | 'summary'
const tabs: readonly FormTab[] = [...associationTabs, 'summary']

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
export function useAssociationForm<R>(options: AssociationFormOptions<R>) {
  const { form, start, extra, saved, onSent } = options
  const { t } = useTranslation()
  const captcha = useRef<Captcha>(undefined)
  const documents = useDocuments(saved?.work ?? start, (key, files) => set(key, files.length > 0 ? files : undefined))
  const check = (draft: FormDraft): FieldErrors<string> => ({
    ...errorsOf(t, readAssociation(form, draft, extra).fieldErrors),
    ...sentences(documents.waiting.failed, t('enrolment.refusedFiles')),
    ...sentences(documents.waiting.running, t('enrolment.filesUnderWay')),
  })
  const places = useTabs(options.firstTab)
  const sending = useSending(options, captcha, (reply) => {
    forgetUploads(uploadsIn(session.draft))
    session.finish()
    onSent(reply)
  })
  const session = useFormSession<FormDraft, string>({
    id: formId,
    start,
    ...(saved && { saved }),
    fields: wires,
    keyAt: (path) => placeAt(path),
    labelOf: (place) => labelOfPlace(t, place),
    check,
    serverSentence: ({ codice, messaggio }) => (codice === 'data_non_valida' ? t('report.checkDate') : messaggio),
    reveal: (place) => flushSync(() => places.show(tabOf(place))),
    sending,
    send: (draft, { senderKey }) =>
      sending.mutate({ wire: associationOnWire(form, readAssociation(form, draft, extra).values), senderKey }),
  })
  const set = (key: keyof FormDraft, value: unknown) => session.change(changeOf(key, value))
  const { draft } = session
  const { errorOf, statesOf } = usePlaceErrors(places.left, check(draft), session)
  return {
    ...session,
    ...places,
    set,
    declaration: form,
    captcha,
    queues: documents.queues,
    values: readAssociation(form, draft, extra).values,
    errorOf,
    states: statesOf(form),
    ...stepsOf(form, places, session),
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
      places.restart()
    },
  }
}
export type AssociationFormSession = ReturnType<typeof useAssociationForm>

interface Steps {
  readonly summary: ErrorSummaryProps
  readonly submit: () => void
  readonly submitStep: (keys: readonly string[]) => boolean
}

/** The way on: the next tab if nothing is wrong in this one, and from the last one to the server. */
function stepsOf(form: Form, { tab, checked, setChecked, move }: ReturnType<typeof useTabs>, steps: Steps) {
  const goOn = () => {
    setChecked(tab)
    const keys = form.steps.find(({ id }) => id === tab)?.fields.map(({ key }) => key) ?? []
    if (tab === 'summary') steps.submit()
    else if (steps.submitStep(keys)) move(1)
  }
  // The errors of one tab are listed above that tab alone.
  const isListed = checked === tab || checked === 'summary'
  return {
    summary: isListed ? steps.summary : { ...steps.summary, errors: [] },
    form: { noValidate: true, onSubmit: handleSubmitBy(goOn) },
  }
}

const sentences = (keys: readonly DocumentKey[], sentence: string): FieldErrors<string> =>
  Object.fromEntries(keys.map((key) => [key, sentence]))

/** The errors of the tabs that the user has left, and those of the last attempt. */
function usePlaceErrors(
  left: ReadonlySet<FormTab>,
  found: FieldErrors<string>,
  session: { readonly invalidKeys: readonly string[]; readonly errorOf: (place: string) => string | undefined },
) {
  const ownOf = (place: string) => {
    const sentence = left.has(tabOf(place)) ? found[place] : undefined
    return typeof sentence === 'object' ? sentence.text : sentence
  }
  const places = [...new Set([...Object.keys(found).filter((place) => ownOf(place)), ...session.invalidKeys])]
  return {
    errorOf: (place: string) => session.errorOf(place) ?? ownOf(place),
    statesOf: (form: Form) =>
      stepStates(
        form,
        places.map((place) => ({ key: fieldOfPlace(place) })),
      ),
  }
}

/** The open tab, and the tabs that were open before: their errors are shown. */
function useTabs(first: FormTab = 'identity') {
  const [tab, setTab] = useState<FormTab>(first)
  const [left, setLeft] = useState<ReadonlySet<FormTab>>(new Set())
  /** The tab whose fields the user had checked last; the last tab stands for the whole form. */
  const [checked, setChecked] = useState<FormTab>('identity')
  const show = (next: FormTab) => {
    setLeft((before) => (next === 'summary' ? new Set(tabs) : new Set([...before, tab])))
    setTab(next)
  }
  return {
    tab,
    left,
    checked,
    setChecked,
    show,
    isFirst: tab === tabs[0],
    /** Opens a neighbour and reads out its heading. */
    move: (by: 1 | -1) => {
      const next = tabs[tabs.indexOf(tab) + by]
      if (next === undefined) return
      flushSync(() => show(next))
      focusById(headingId)
    },
    restart: () => {
      setTab(first)
      setLeft(new Set())
    },
  }
}

interface Outgoing {
  readonly wire: Record<string, unknown>
  readonly senderKey: string
}

const focusOnCaptcha = () => setTimeout(focusById, 50, captchaId)

/** The call, once the captcha is solved where the page has one. */
function useSending<R>(
  { send }: Pick<AssociationFormOptions<R>, 'send'>,
  captcha: { readonly current: Captcha | undefined },
  onSent: (reply: R) => void,
) {
  return useMutation({
    meta: { isHandled: true },
    mutationFn: async ({ wire, senderKey }: Outgoing) => {
      if (captcha.current && !(await captcha.current.solve())) return undefined
      return { reply: await send(wire, senderKey) }
    },
    onSuccess: (sent) => {
      if (sent) onSent(sent.reply)
      else focusOnCaptcha()
    },
    onError: async (error) => {
      if (!(error instanceof CallError && error.errorCode === appErrors.captcha.word)) return
      await captcha.current?.renew({ kind: 'lapsed' })
      focusOnCaptcha()
    },
  })
}
