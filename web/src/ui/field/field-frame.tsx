import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import type { Elements } from '../elements.tsx'
import { Icon } from '../icon.tsx'

/** What every field says of itself. `id` is the control's; the error summary links to it. */
export interface FieldTexts {
  id: string
  label: string
  hint?: ReactNode
  error?: string | undefined
  required?: boolean | undefined
  /** Stands after the label of a field that may stay empty, such as '(facoltativo)'. */
  note?: string | undefined
}

/** The attributes that tie a control to its label, hint and error. */
export interface ControlWiring {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

const describedBy = ({ id, hint, error }: FieldTexts) =>
  classNames(hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`) || undefined

/** The label, with the mark of a required field and the note of another. */
export function FieldMarks({ label, required, note }: Pick<FieldTexts, 'required' | 'note'> & { label: ReactNode }) {
  return (
    <>
      <span>{label}</span>
      {required && (
        <span className="field-mark" aria-hidden="true">
          {' *'}
        </span>
      )}
      {note && <span className="field-note">{` ${note}`}</span>}
    </>
  )
}

export function FieldNotes({ id, hint, error }: Pick<FieldTexts, 'id' | 'hint' | 'error'>) {
  return (
    <>
      {hint !== undefined && (
        <div id={`${id}-hint`} className="field-hint">
          {hint}
        </div>
      )}
      {error !== undefined && (
        <div id={`${id}-error`} className="field-error">
          <Icon name="it-warning-circle" size="xs" />
          <span>{error}</span>
        </div>
      )}
    </>
  )
}

export type FieldFrameProps = FieldTexts & { children: (wiring: ControlWiring) => Elements }

/** Label, hint and error around one control. */
export function FieldFrame({ children, ...texts }: FieldFrameProps) {
  const { id, error, required } = texts
  return (
    <div className={classNames('field', error !== undefined && 'field-invalid')}>
      <label htmlFor={id} className="field-label">
        <FieldMarks {...texts} />
      </label>
      <FieldNotes {...texts} />
      {children({
        id,
        'aria-describedby': describedBy(texts),
        'aria-invalid': error === undefined ? undefined : true,
        'aria-required': required || undefined,
      })}
    </div>
  )
}

export type FieldGroupProps = FieldTexts & { children: Elements }

/** The same around several controls that answer one question; the first of them carries `id`. */
export function FieldGroup({ children, ...texts }: FieldGroupProps) {
  return (
    <fieldset
      className={classNames('field', texts.error !== undefined && 'field-invalid')}
      aria-describedby={describedBy(texts)}
    >
      <legend className="field-label">
        <FieldMarks {...texts} />
      </legend>
      <FieldNotes {...texts} />
      {children}
    </fieldset>
  )
}
