import type { FormIssue } from '@portal/contract'
import type { TFunction } from 'i18next'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallFault } from '#lib/api/call-error.ts'
import { findFault, hasFaultAt } from '#lib/api/fault-at.ts'
import type { FieldError } from '#ui/field/error-summary.tsx'
import { changedKeys, type SavedDraft, useFormDraft } from './form-draft.ts'

/** A sentence about a field. In the summary it follows the label, unless it has a sentence of its own for it. */
export type FieldSentence = string | { readonly text: string; readonly summary: string }
export type FieldErrors<K extends string> = { readonly [key in K]?: FieldSentence | undefined }

/** The errors of a reading in words: of each field the first one. */
export const fieldErrors = (t: TFunction, issues: readonly Omit<FormIssue, 'path'>[]): FieldErrors<string> =>
  Object.fromEntries(
    [...issues].reverse().map(({ key, message, params }) => [key, t(`messages.${message}`, { ...params })]),
  )

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

interface Options<D extends object, K extends string, H> {
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
  /** The server's error of a field in words; without it, the words that the server sent. */
  readonly serverSentence?: (fault: CallFault, key: K) => FieldSentence
  readonly sending: Sending
  /** Sends values in which `check` finds no error. */
  readonly send: (draft: D, submission: Submission<H>) => void
  readonly saved?: SavedDraft<D>
  /** Shows a field that is in another step or tab, before the summary moves the focus to it. */
  readonly reveal?: (key: K) => void
}

/** An attempt to submit, and what has changed since. */
interface Attempt<D> {
  readonly number: number
  readonly draft: D
  /** The step that was attempted; without it, the whole form. */
  readonly keys?: readonly string[] | undefined
  /** An earlier answer of the server, which this attempt made void. */
  readonly voidError: Error | null
  readonly changed: readonly string[]
}

/** The draft of a form, what is wrong with it, and its way to the server. See CONTRIBUTING, "A form". */
export function useFormSession<D extends object, K extends string, H = undefined>(options: Options<D, K, H>) {
  const { id, labelOf, sending, send } = options
  const drafts = useFormDraft(options.start, options.saved)
  const { draft, senderKey, ...session } = drafts
  const { attempt, begin, noteChange, clear } = useAttempts(options, draft)
  const { summary, errorOf, denial } = useFieldErrors(options, draft, attempt)
  const submit = (how?: H) => {
    if (!sending.isPending && begin()) send(draft, { senderKey, how })
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    // React passes the event of a dialog on to a form around it.
    event.stopPropagation()
    submit()
  }
  const change = (part: Partial<D>) => {
    noteChange(part)
    drafts.change(part)
  }
  const set = <F extends K & keyof D>(key: F, value: D[F]) => change({ [key]: value } as unknown as Partial<D>)
  return {
    ...session,
    draft,
    set,
    /** Changes several fields at once, where one depends on another. */
    change,
    errorOf,
    /** The props of a field's control. */
    field: <F extends K & keyof D>(key: F) => ({
      id: `${id}-${key}`,
      label: labelOf(key),
      error: errorOf(key),
      value: draft[key],
      onChange: (value: D[F]) => set(key, value),
    }),
    submit,
    /** Shows what is wrong with the fields of one step; true if nothing is, so that the next one can open. */
    submitStep: (keys: readonly K[]) => begin(keys),
    isPending: sending.isPending,
    /** Whether the user has tried to submit. */
    isAttempted: attempt.number > 0,
    /** Why the server did not take the form, if no field of it is the reason. */
    denial,
    /** The props of `ErrorSummary`. */
    summary,
    /** The props of `<form>` on a page. */
    form: { noValidate: true, onSubmit: handleSubmit },
    /** The props of `FormDialog`. */
    dialog: { id, summary, onSubmit: handleSubmit, pending: sending.isPending, error: denial },
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

const keysOf = <K extends string>(fields: Readonly<Record<K, unknown>>) => Object.keys(fields) as K[]

/** The last attempt to submit; each new one makes the server's earlier answer void. */
function useAttempts<D extends object, K extends string, H>(options: Options<D, K, H>, draft: D) {
  const { fields, check, sending } = options
  const [attempt, setAttempt] = useState<Attempt<D>>({ number: 0, draft, voidError: null, changed: [] })
  return {
    attempt,
    /** Returns whether nothing is wrong with these fields, by default all of them. */
    begin: (keys?: readonly K[]) => {
      setAttempt({ number: attempt.number + 1, draft, keys, voidError: sending.error, changed: [] })
      const errors: FieldErrors<K> = check?.(draft) ?? {}
      return !(keys ?? keysOf(fields)).some((key) => errors[key] !== undefined)
    },
    noteChange: (part: Partial<D>) => {
      const changed = changedKeys({ ...draft, ...part }, draft).map(String)
      setAttempt((last) => ({ ...last, changed: [...last.changed, ...changed] }))
    },
    clear: (from: D) => setAttempt({ number: 0, draft: from, voidError: sending.error, changed: [] }),
  }
}

/** What to show of the form's own check and of the server's answer. */
function useFieldErrors<D extends object, K extends string, H>(
  options: Options<D, K, H>,
  draft: D,
  attempt: Attempt<D>,
) {
  const { t } = useTranslation()
  const { id, fields, labelOf, check, keepsErrors, sending, serverSentence, reveal } = options
  const error = sending.error === attempt.voidError ? null : sending.error
  const own: FieldErrors<K> = (attempt.number > 0 && check?.(keepsErrors ? attempt.draft : draft)) || {}
  const sentenceOf = (key: K): FieldSentence | undefined => {
    const isAttempted = attempt.keys === undefined || attempt.keys.includes(key)
    if (isAttempted && own[key] !== undefined) return own[key]
    const fault = keepsErrors || !attempt.changed.includes(key) ? findFault(error, fields[key]) : undefined
    return fault && (serverSentence?.(fault, key) ?? fault.messaggio)
  }
  const errors = keysOf(fields).flatMap((key): FieldError[] => {
    const sentence = sentenceOf(key)
    if (sentence === undefined) return []
    const text = typeof sentence === 'string' ? `${labelOf(key)}: ${sentence}` : sentence.summary
    return [{ fieldId: `${id}-${key}`, text, reveal: reveal && (() => reveal(key)) }]
  })
  return {
    summary: { title: t('report.errorTitle'), errors, attempt: error ?? attempt.number },
    errorOf: (key: K) => {
      const sentence = sentenceOf(key)
      return typeof sentence === 'object' ? sentence.text : sentence
    },
    denial: error && hasFaultAt(error, Object.values(fields)) ? null : error,
  }
}
