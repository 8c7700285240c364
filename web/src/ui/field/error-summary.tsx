import { useEffect, useRef } from 'react'
import { focusOnClick } from '../focus-by-id.ts'
import { Icon } from '../icon.tsx'

export interface SummaryLine {
  /** The id of the control to go to; for a group, of its first control. */
  fieldId: string
  /** With the field's name: 'Telefono: solo cifre, al massimo 15'. */
  text: string
  /** Brings the field onto the page at once where it is not there, in another tab or folded away. */
  reveal?: (() => void) | undefined
}

export interface ErrorSummaryProps {
  title: string
  errors: readonly SummaryLine[]
  /** Tells one attempt to go on from the next, by its number or its failure: each new value brings focus to the summary. */
  attempt?: unknown
}

/** What is wrong with the form, each with a link to its field. Shows nothing while nothing is. */
export function ErrorSummary({ title, errors, attempt }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempt) box.current?.focus()
  }, [attempt])
  if (errors.length === 0) return null
  return (
    <div ref={box} className="error-summary" role="alert" tabIndex={-1}>
      <h2>
        <Icon name="it-warning-circle" />
        <span>{title}</span>
      </h2>
      <ul>
        {errors.map(({ fieldId, text, reveal }) => (
          <li key={fieldId}>
            <a href={`#${fieldId}`} onClick={focusOnClick(fieldId, reveal)}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
