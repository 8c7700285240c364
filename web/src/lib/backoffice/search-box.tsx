import { type FormEvent, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { CallError } from '../api/call-error.ts'
import { notifyError } from '../api/notify-error.ts'
import { shortcut } from './desk-keys.ts'

const boxId = 'quick-search'
const errorId = 'quick-search-fault'

interface Props {
  readonly texts: { readonly label: string; readonly placeholder: string; readonly submit: string }
  /** Opens what a text names; returns what to say where nothing is found. */
  readonly onSearch: (text: string) => Promise<string | undefined>
}

/** The search in the head of the desk; an error of the text stands below it. */
export function SearchBox({ texts, onSearch }: Props) {
  const [text, setText] = useState('')
  const [message, setMessage] = useState<string>()
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    setMessage(undefined)
    if (text.trim() !== '') void onSearch(text).then(setMessage).catch(showAtField)
  }
  /** Shows an error about the text at the field. */
  const showAtField = (error: Error) => {
    const [fieldError] = error instanceof CallError ? error.fieldErrors : []
    if (fieldError) setMessage(fieldError.messaggio)
    else notifyError(error)
  }
  const handleChange = (next: string) => {
    setText(next)
    setMessage(undefined)
  }
  return (
    <search className="quick-search">
      <form onSubmit={handleSubmit}>
        <label htmlFor={boxId} className="visually-hidden">
          {texts.label}
        </label>
        <input
          {...shortcut('search')}
          id={boxId}
          type="search"
          className="form-control form-control-sm"
          placeholder={texts.placeholder}
          autoComplete="off"
          maxLength={200}
          dir="auto"
          aria-invalid={message !== undefined || undefined}
          aria-describedby={message === undefined ? undefined : errorId}
          value={text}
          onChange={(event) => handleChange(event.target.value)}
        />
        <button type="submit" className="btn btn-sm" aria-label={texts.submit}>
          <Icon name="it-search" size="sm" />
        </button>
      </form>
      <div role="alert">
        {message && (
          <p id={errorId} className="quick-search-fault">
            {message}
          </p>
        )}
      </div>
    </search>
  )
}
