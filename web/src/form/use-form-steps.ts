import { useState } from 'react'
import { flushSync } from 'react-dom'
import { focusById } from '#ui/focus-by-id.ts'
import { type FormSessionOptions, handleSubmitBy, isIn, useFormSession } from './use-form-session.ts'

interface Options<D extends object, K extends string, S> extends Omit<FormSessionOptions<D, K, undefined>, 'reveal'> {
  /** In their order, as a declared form has them. */
  readonly steps: readonly { readonly id: S; readonly fields: readonly { readonly key: K }[] }[]
}

/**
 * A form session in steps: submitting a step checks its fields and opens the next one, submitting the last one sends the form.
 * An error in an earlier step, found by the check or by the server, opens that step again.
 */
export function useFormSteps<D extends object, K extends string, const S extends string>(options: Options<D, K, S>) {
  const { id, steps } = options
  const [current, setCurrent] = useState(0)
  const placeOf = (key: K) => steps.findIndex(({ fields }) => fields.some((field) => isIn(field.key)(key)))
  const session = useFormSession<D, K>({ ...options, reveal: (key) => flushSync(() => setCurrent(placeOf(key))) })
  const open = (place: number) => {
    flushSync(() => setCurrent(place))
    focusById(`${id}-${steps[place]?.fields[0]?.key}`)
  }
  const handleSubmit = handleSubmitBy(() => {
    const keys = steps[current]?.fields.map(({ key }) => key) ?? []
    if (current === steps.length - 1) session.submit()
    else if (session.submitStep(keys)) open(current + 1)
  })
  const { attempt } = session.summary
  const [seen, setSeen] = useState(attempt)
  if (seen !== attempt) {
    setSeen(attempt)
    const [first] = session.invalidKeys
    if (first !== undefined && placeOf(first) < current) setCurrent(placeOf(first))
  }
  return {
    ...session,
    form: { ...session.form, onSubmit: handleSubmit },
    step: steps[current]?.id,
    /** Opens the step before, with what was typed; absent in the first step. */
    back: current > 0 ? () => open(current - 1) : undefined,
    isLast: current === steps.length - 1,
  }
}
