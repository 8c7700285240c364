import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'

export interface FilterFormProps {
  texts: { open: string; submit: string; reset: string }
  /** Open from the start on narrow screens too: something is being looked for. */
  isInUse: boolean
  onSubmit: () => void
  onReset: () => void
  /** The fields. */
  children: ReactNode
}

/** The fields that narrow a list, side by side; on narrow screens behind a button. */
export function FilterForm({ texts, isInUse, onSubmit, onReset, children }: FilterFormProps) {
  const [isOpen, setOpen] = useState(isInUse)
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <search className="filters">
      <Button
        variant="secondary"
        className="filters-toggle"
        icon="it-search"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {texts.open}
      </Button>
      <form noValidate className={classNames('filters-form', isOpen && 'filters-open')} onSubmit={handleSubmit}>
        {children}
        <div className="filters-actions">
          <Button type="submit">{texts.submit}</Button>
          <Button variant="quiet" onClick={onReset}>
            {texts.reset}
          </Button>
        </div>
      </form>
    </search>
  )
}
