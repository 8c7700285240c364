import { type ComponentProps, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { FieldFrame, type FieldTexts } from './field-frame.tsx'

/** A limit always comes with the words that tell what is left of it. */
type Limit = { limit: number; leftText: (left: number) => string } | { limit?: undefined; leftText?: undefined }

export type TextAreaProps = FieldTexts &
  Limit &
  Pick<ComponentProps<'textarea'>, 'name' | 'onBlur' | 'rows' | 'disabled' | 'aria-keyshortcuts'> & {
    value: string
    onChange: (value: string) => void
  }

/** How many characters a person sees: code points, not UTF-16 units, as the server counts them. */
const countCodePoints = (text: string) => [...text].length

export function TextArea(props: TextAreaProps) {
  const { id, label, hint, error, required, note, limit, leftText, value, onChange, ...native } = props
  const area = useRef<HTMLTextAreaElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    if (area.current) growToContent(area.current)
  }, [value])
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} required={required} note={note}>
      {(wiring) => (
        <>
          <textarea
            rows={6}
            dir="auto"
            {...native}
            {...wiring}
            ref={area}
            value={value}
            className="form-control"
            onChange={(event) => onChange(event.target.value)}
            aria-describedby={classNames(wiring['aria-describedby'], limit !== undefined && `${id}-count`) || undefined}
          />
          {limit !== undefined && <Count id={`${id}-count`} text={leftText(limit - countCodePoints(value))} />}
        </>
      )}
    </FieldFrame>
  )
}

/** For browsers without `field-sizing: content`. */
function growToContent(area: HTMLTextAreaElement) {
  if (globalThis.CSS?.supports?.('field-sizing', 'content')) return
  area.style.blockSize = 'auto'
  area.style.blockSize = `${area.scrollHeight + 2}px`
}

/** Shown at once, read out only when typing pauses: a count spoken at each letter would drown the letters. */
function Count({ id, text }: { id: string; text: string }) {
  const [spoken, setSpoken] = useState('')
  const isFirst = useRef(true)
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    const timer = setTimeout(setSpoken, 1000, text)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <>
      <div id={id} className="field-count">
        {text}
      </div>
      <div className="visually-hidden" role="status">
        {spoken}
      </div>
    </>
  )
}
