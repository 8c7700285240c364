import { useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { focusById } from '#ui/focus-by-id.ts'
import {
  errorsIn,
  type FieldErrors,
  type FormSessionOptions,
  handleSubmitBy,
  isIn,
  textAt,
  useFormSession,
} from './use-form-session.ts'

export interface FormStep<S extends string> {
  readonly id: S
  readonly fields: readonly { readonly key: string }[]
}

interface Options<D extends object, K extends string, S extends string, H>
  extends Omit<FormSessionOptions<D, K, H>, 'reveal' | 'check'> {
  /** What is wrong with the draft; in its last step it is about to be sent. */
  readonly check?: (draft: D, isLastStep: boolean) => FieldErrors<K>
  /** In their order. */
  readonly steps: readonly FormStep<S>[]
  /** Where the page itself keeps the open step, for example in its address; several may be open if there is no `step`. */
  readonly place?: { readonly step: S | undefined; readonly open: (step: S) => void }
  /** The step that is open at first, by default the first one. */
  readonly first?: S | undefined
  /** The user may open any step, and sees what is wrong in those that were left. Without it, a step opens after those before it. */
  readonly isFree?: boolean
  /** What gets the focus when a neighbour opens, by default the first field of the step. */
  readonly headingId?: string
}

/**
 * A form session in steps: submitting a step checks its fields and opens the next one, submitting the last one sends the form.
 * An error in an earlier step, found by the check or by the server, opens that step again.
 */
export function useFormSteps<D extends object, K extends string, const S extends string, H = undefined>(
  options: Options<D, K, S, H>,
) {
  const { id, steps, isFree = false, headingId, place } = options
  const [own, setOwn] = useState(options.first ?? steps[0]?.id)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const step = place ? place.step : own
  const at = steps.findIndex((one) => one.id === step)
  const isLast = at < 0 || at === steps.length - 1
  const open = (next: S) => {
    // The last step is about the whole form.
    setLeft(new Set(next === steps.at(-1)?.id ? steps.map((one) => one.id) : [...left, step ?? '']))
    if (place) place.open(next)
    else setOwn(next)
  }
  const stepOf = (key: string) => steps.find(({ fields }) => fields.some((field) => isIn(field.key)(key)))?.id
  const reveal = (key: K) => {
    const target = stepOf(key)
    if (target !== undefined) flushSync(() => open(target))
  }
  const check = (draft: D): FieldErrors<K> => options.check?.(draft, isLast) ?? {}
  const session = useFormSession<D, K, H>({ ...options, check, reveal })
  const found = check(session.draft)
  const leftErrors = errorsIn(found).filter(([key]) => isFree && left.has(stepOf(key) ?? ''))
  const invalidKeys = [...new Set([...leftErrors.map(([key]) => key), ...session.invalidKeys])]
  const wrongKeys = isFree ? [] : [...errorsIn(found).map(([key]) => key), ...session.invalidKeys]
  const incomplete = steps.slice(0, Math.max(at, 0)).find((one) => wrongKeys.some((key) => stepOf(key) === one.id))
  const { attempt } = session.summary
  const openIncomplete = () => incomplete && open(incomplete.id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: judged when a step opens
  useEffect(() => void openIncomplete(), [step])
  // biome-ignore lint/correctness/useExhaustiveDependencies: judged after each attempt; a form that begins again has none
  useEffect(() => void (attempt && openIncomplete()), [attempt])
  // A step that opens with errors brings the focus to them, except a tab, which the user is about to read.
  const occasion = isFree ? undefined : step
  const shown = useMemo(() => attempt && { attempt, occasion }, [attempt, occasion])
  const isListed = (key: K) => step === undefined || (isFree && !session.isStepAttempt) || stepOf(key) === step
  const move = (by: 1 | -1) => {
    const next = steps[at + by]
    if (!next) return
    if (place) return place.open(next.id)
    flushSync(() => open(next.id))
    focusById(headingId ?? `${id}-${next.fields[0]?.key}`)
  }
  /** Shows what is wrong with the open step; returns whether nothing is. */
  const checkStep = () => isLast || session.submitStep((steps[at]?.fields ?? []).map(({ key }) => key as K))
  /** Opens the next step; sends the form from the last one. */
  const goOn = () => (isLast ? session.submit() : move(1))
  return {
    ...session,
    checkStep,
    goOn,
    form: { ...session.form, onSubmit: handleSubmitBy(() => checkStep() && goOn()) },
    step,
    open,
    /** Opens the step before, with what was typed; absent in the first step. */
    back: at > 0 ? () => move(-1) : undefined,
    isLast,
    invalidKeys,
    errorOf: (key: K) => session.errorOf(key) ?? textAt(leftErrors.find(([one]) => one === key)?.[1]),
    /** The number of errors that are shown in a step. */
    errorCount: (of: S) => invalidKeys.filter((key) => stepOf(key) === of).length,
    summary: {
      ...session.summary,
      errors: session.summary.errors.filter((_line, index) => isListed(session.invalidKeys[index] as K)),
      attempt: shown,
    },
    restart: (from: D) => {
      session.restart(from)
      setOwn(options.first ?? steps[0]?.id)
      setLeft(new Set())
    },
  }
}
