import type { FormFieldError } from '@portal/contract'
import type { TFunction } from 'i18next'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError, type CallFieldError } from '#lib/api/call-error.ts'
import { newSenderKey } from '#lib/api/sender-key.ts'
import { fieldErrorText } from '#lib/i18n/field-error-text.ts'
import type { SummaryLine } from '#ui/field/error-summary.tsx'

/** A sentence about a field. In the summary it follows the label, unless it has a sentence of its own for it. */
export type FieldSentence = string | { readonly text: string; readonly summary: string }
/** By field; the error of a place in a field, for example in one of its lines, by `<field>-<place>`. */
export type FieldErrors<K extends string> = { readonly [key in K]?: FieldSentence | undefined }

/** The sentence beside its field. */
export const textAt = (sentence: FieldSentence | undefined) => (typeof sentence === 'object' ? sentence.text : sentence)

/** The errors of a reading in words: of each field, or place in a field, the first one. */
export const fieldSentences = <I extends Omit<FormFieldError, 'path'>>(
  t: TFunction,
  fieldErrors: readonly I[],
  keyOf = ({ key }: I) => key,
  textOf: (t: TFunction, fieldError: I) => FieldSentence = fieldErrorText,
): FieldErrors<string> =>
  Object.fromEntries([...fieldErrors].reverse().map((fieldError) => [keyOf(fieldError), textOf(t, fieldError)]))

/** The call that sends the form, as `useMutation` returns it. */
export interface Sending {
  readonly error: Error | null
  readonly isPending: boolean
}

export interface Submission<H> {
  /** The idempotency key: a repeat carries the same one, a change of a value brings a new one. */
  readonly senderKey: string
  /** Which of several submit buttons it was. */
  readonly how: H | undefined
}

export interface FormSessionOptions<D extends object, K extends string, H> {
  /** The control of a field has the id `<id>-<key>`. */
  readonly id: string
  readonly start: D | (() => D)
  /** The fields in the order of the form, each with its path on the wire, by which the server reports an error of it. */
  readonly fields: Readonly<Record<K, string>>
  readonly labelOf: (key: K) => string
  /** What is wrong with the values, known before they are sent. */
  readonly check?: (draft: D) => FieldErrors<K>
  /** Errors stay as the last attempt found them; without it they follow what is typed. */
  readonly keepsErrors?: boolean
  /** The field, or the place in it, that an error of the server is about, where paths alone do not say it. */
  readonly keyAt?: (path: string) => K | undefined
  /** The server's error of a field in words; without it, the words that the server sent. */
  readonly serverSentence?: (fieldError: CallFieldError, key: K) => FieldSentence
  readonly sending: Sending
  /** Sends values in which `check` finds no error. */
  readonly send: (draft: D, submission: Submission<H>) => void
  readonly saved?: SavedDraft<D>
  /** Shows a field that is in another tab or in a closed group, before the summary moves the focus to it. */
  readonly reveal?: (key: K) => void
}

/** An attempt to submit. */
interface Attempt<D> {
  readonly number: number
  readonly draft: D
  /** An earlier answer of the server, which this attempt made void. */
  readonly voidError: Error | null
  /** The fields of the step that was attempted; without it, the whole form. */
  readonly step?: readonly string[] | undefined
}

export const handleSubmitBy = (submit: () => void) => (event: FormEvent) => {
  event.preventDefault()
  // React passes the event of a dialog on to a form around it.
  event.stopPropagation()
  submit()
}

/**
 * The session of a form: its draft, its errors and those of the server by field, the last attempt to submit, the idempotency key, and
 * whether there are unsaved changes. On a page spread `form`, `summary` and `field(key)`, draw `UnsavedChanges`, and call `finish()`
 * before the page changes; in a dialog spread `dialog` into `FormDialog`. `reveal` opens the tab of a field with an error, `rebase`
 * starts from a newer version and keeps the user's input in `before`, `saved: useStoredDraft(…)` survives a reload. Of a field with
 * lines `check` names a place `<field>-<place>`. A record that one user at a time edits takes `useEditSession`.
 * Examples: web/test/example-forms.tsx, web/src/form/fixtures/example-steps.tsx.
 */
export function useFormSession<D extends object, K extends string, H = undefined>(
  options: FormSessionOptions<D, K, H>,
) {
  const { id, labelOf, sending, send } = options
  const drafts = useFormDraft(options.start, options.saved)
  const { draft, latest, ...session } = drafts
  const { attempt, begin, clear } = useAttempts(options, draft)
  const { invalidKeys, summary, errorOf, callError } = useFieldErrors(options, draft, attempt)
  const submit = (how?: H) => {
    const { draft: values, senderKey } = latest.current
    if (!sending.isPending && begin(values)) send(values, { senderKey, how })
  }
  const handleSubmit = handleSubmitBy(() => submit())
  const set = <F extends K & keyof D>(key: F, value: D[F]) => {
    const part: Partial<D> = {}
    part[key] = value
    drafts.change(part)
  }
  return {
    ...session,
    draft,
    set,
    errorOf,
    /** The fields, and the places in them, with an error. */
    invalidKeys,
    /** The props of a field's control. */
    field: <F extends K & keyof D>(key: F) => ({
      id: `${id}-${key}`,
      label: labelOf(key),
      error: errorOf(key),
      value: draft[key],
      onChange: (value: D[F]) => set(key, value),
    }),
    submit,
    /** Shows what is wrong with the fields of one step; returns whether nothing is. */
    submitStep: (keys: readonly K[]) => begin(latest.current.draft, keys),
    isPending: sending.isPending,
    /** Whether the user has tried to submit. */
    isAttempted: attempt.number > 0,
    isStepAttempt: attempt.step !== undefined,
    /** Why the server did not take the form, if no field of it is the reason. */
    callError,
    /** The props of `ErrorSummary`. */
    summary,
    /** The props of `<form>` on a page. */
    form: { noValidate: true, onSubmit: handleSubmit },
    /** The props of `FormDialog`. */
    dialog: { id, summary, onSubmit: handleSubmit, pending: sending.isPending, error: callError },
    /** Begins again with other values and without errors. */
    restart: (from: D) => {
      drafts.restart(from)
      clear(from)
    },
    rebase: (newer: D) => {
      drafts.rebase(newer)
      clear(newer)
    },
  }
}

/** The last attempt to submit; each new one of the whole form makes the server's earlier answer void. */
function useAttempts<D extends object, K extends string, H>(
  { check, sending }: Pick<FormSessionOptions<D, K, H>, 'check' | 'sending'>,
  draft: D,
) {
  const [attempt, setAttempt] = useState<Attempt<D>>({ number: 0, draft, voidError: null })
  return {
    attempt,
    /** Returns whether nothing is wrong with these values, or with those of a step. */
    begin: (values: D, step?: readonly K[]) => {
      // What the server found in other steps holds until it is corrected.
      const scope = step ? { step } : { draft: values, voidError: sending.error, step }
      setAttempt((last) => ({ ...last, ...scope, number: last.number + 1 }))
      return errorsIn(check?.(values), step).length === 0
    },
    clear: (from: D) => setAttempt({ number: 0, draft: from, voidError: sending.error }),
  }
}

export const isIn = (field: string) => (key: string) => key === field || key.startsWith(`${field}-`)
const keysOf = <K extends string>(fields: Readonly<Record<K, unknown>>) => Object.keys(fields) as K[]
/** The errors of some fields, by default of all. */
export const errorsIn = <K extends string>(errors: FieldErrors<K> = {}, step?: readonly string[]) =>
  (Object.entries(errors) as [K, FieldSentence | undefined][]).filter(
    (entry): entry is [K, FieldSentence] =>
      entry[1] !== undefined && (step?.some((key) => isIn(key)(entry[0])) ?? true),
  )

/** The server's answer to the last attempt, and its errors of fields that have not changed since. */
function readAnswer<D extends object, K extends string, H>(
  options: FormSessionOptions<D, K, H>,
  draft: D,
  attempt: Attempt<D>,
) {
  const { fields, keepsErrors, sending, serverSentence } = options
  const { keyAt = (path: string) => keysOf(fields).find((key) => fields[key] === path) } = options
  const error = sending.error === attempt.voidError ? null : sending.error
  const fieldErrors = error instanceof CallError ? error.fieldErrors : []
  const errors = fieldErrors.flatMap((fieldError): [K, FieldSentence][] => {
    const key = keyAt(fieldError.campo)
    return key === undefined ? [] : [[key, serverSentence?.(fieldError, key) ?? fieldError.messaggio]]
  })
  const changed = changedKeys(draft, attempt.draft).map(String)
  const isCurrent = (key: K) => keepsErrors || !changed.some((name) => isIn(name)(key))
  return { error, callError: errors.length > 0 ? null : error, errors: errors.filter(([key]) => isCurrent(key)) }
}

/** What to show of the form's own check and of the server's answer. */
function useFieldErrors<D extends object, K extends string, H>(
  options: FormSessionOptions<D, K, H>,
  draft: D,
  attempt: Attempt<D>,
) {
  const { t } = useTranslation()
  const { id, fields, labelOf, check, keepsErrors, reveal } = options
  const { error, callError, errors } = readAnswer(options, draft, attempt)
  const own = attempt.number > 0 ? errorsIn(check?.(keepsErrors ? attempt.draft : draft), attempt.step) : []
  const found = new Map([...errors.reverse(), ...own])
  const invalidKeys = keysOf(fields).flatMap((name) => [...found.keys()].filter(isIn(name)))
  const lineOf = (key: K): SummaryLine => {
    const sentence = found.get(key) ?? ''
    const text =
      typeof sentence === 'string' ? t('report.labelled', { label: labelOf(key), text: sentence }) : sentence.summary
    return { fieldId: `${id}-${key}`, text, reveal: reveal && (() => reveal(key)) }
  }
  return {
    invalidKeys,
    summary: {
      title: t('report.errorTitle'),
      errors: invalidKeys.map(lineOf),
      attempt: attempt.step ? attempt.number : (error ?? attempt.number),
    },
    errorOf: (key: K) => textAt(found.get(key)),
    callError,
  }
}

/** A draft that is saved outside of the form, for example in the tab, where it survives a reload. */
export interface SavedDraft<D> {
  readonly work: D
  /** Without it, the key of the session, which a reload changes. */
  readonly senderKey?: string
  readonly write: (draft: D, senderKey: string) => void
  readonly forget: () => void
  /** Notes that somebody is still there, although nothing was typed. */
  readonly touch?: () => void
}

/** A field without text, an unticked box, no lines and a field that was never filled in are equal. */
const textOf = (value: unknown) =>
  value === undefined || value === false || String(value).trim() === '' ? '' : JSON.stringify(value)

/** The fields in which two drafts differ. */
export const changedKeys = <D extends object>(draft: D, start: D) =>
  (Object.keys({ ...start, ...draft }) as (keyof D)[]).filter((key) => textOf(draft[key]) !== textOf(start[key]))

/** The values of a form, what they were at the start, and whether they differ. */
function useFormDraft<D extends object>(initial: D | (() => D), saved?: SavedDraft<D>) {
  const [start, setStart] = useState(initial)
  const [typed, setTyped] = useState(() => ({ draft: start, senderKey: newSenderKey() }))
  const [before, setBefore] = useState<Partial<D>>({})
  const isFinished = useRef(false)
  const draft = saved?.work ?? typed.draft
  const senderKey = saved?.senderKey ?? typed.senderKey
  // What is changed and sent within one event starts from the change before it.
  const latest = useRef({ draft, senderKey })
  latest.current = { draft, senderKey }
  const type = (next: D) => {
    latest.current = { draft: next, senderKey: newSenderKey() }
    setTyped(latest.current)
  }
  const change = (part: Partial<D>) => {
    type({ ...latest.current.draft, ...part })
    saved?.write(latest.current.draft, latest.current.senderKey)
  }
  const restart = (from: D) => {
    isFinished.current = false
    saved?.forget()
    setStart(from)
    type(from)
  }
  return {
    draft,
    latest,
    change,
    /** Whether leaving now loses input. `finish` changes the answer without a render. */
    hasChanges: () => !isFinished.current && changedKeys(draft, start).length > 0,
    /** The values are sent: leaving loses nothing any more. Call it before the page changes. */
    finish: () => {
      isFinished.current = true
      saved?.forget()
    },
    restart,
    /** Starts from a newer version of the record, and keeps what was typed in `before`, for the user to compare. */
    rebase: (newer: D) => {
      const typedNow = Object.fromEntries(changedKeys(draft, start).map((key) => [key, draft[key]])) as Partial<D>
      setBefore({ ...before, ...typedNow })
      restart(newer)
    },
    before,
    restoreBefore: () => change(before),
  }
}
