import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { focusById } from '#ui/focus-by-id.ts'
import { type BulkActions, listTitleId } from './list.ts'
import type { Selection } from './list-selection.ts'

interface Props<Row> {
  readonly bulk: BulkActions<Row>
  readonly selection: Selection<Row>
}

/** What may be done to the rows that are selected; stays in reach while the list scrolls. */
export function BulkBar<Row>({ bulk: { textsOf, actions }, selection }: Props<Row>) {
  const { t } = useTranslation()
  const { rows, elsewhere, clear } = selection
  const count = rows.length
  const text = [
    count > 0 && t('list.selection.selected', { count }),
    elsewhere.length > 0 && t('list.selection.elsewhere', { count: elsewhere.length }),
  ]
    .filter((part) => part !== false)
    .join(', ')
  const before = useRef(count)
  useEffect(() => {
    // The bar goes with the button that had the focus.
    if (before.current > 0 && count === 0 && document.activeElement === document.body) focusById(listTitleId)
    before.current = count
  }, [count])
  return (
    <>
      {/* There from the start, though empty: a status that comes with its words is not read out. */}
      <p role="status" className="visually-hidden">
        {text}
      </p>
      {count > 0 && (
        <section className="desk-actions" aria-label={textsOf(t).title}>
          <span className="figures">{text}</span>
          {actions(selection)}
          <Button variant="quiet" onClick={clear}>
            {t('list.selection.clear')}
          </Button>
        </section>
      )}
    </>
  )
}
