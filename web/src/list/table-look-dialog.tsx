import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '#ui/button.tsx'
import type { Column } from '#ui/data-table.tsx'
import { Modal } from '#ui/feedback/modal.tsx'
import { Checkbox } from '#ui/field/checkbox.tsx'
import { Select } from '#ui/field/select.tsx'
import { type ColumnWidth, columnWidths, lookBesideColumns, type TableLookSession } from './table-look.ts'

interface Props {
  /** The columns in their present order. */
  readonly columns: readonly Pick<Column<never>, 'id' | 'header' | 'isRowHeader'>[]
  readonly look: TableLookSession
  readonly onClose: () => void
}

/** Rows, columns, their order and width; each change shows at once in the table behind. */
export function TableLookDialog({ columns, look: { value, set }, onClose }: Props) {
  const { t } = useTranslation()
  const ids = columns.map(({ id }) => id)
  const { hidden = [], widths = {} } = value
  const move = (id: string, step: 1 | -1) => {
    const order = ids.filter((one) => one !== id)
    order.splice(ids.indexOf(id) + step, 0, id)
    set({ ...value, order })
  }
  const show = (id: string, isShown: boolean) => {
    const others = hidden.filter((one) => one !== id)
    set({ ...value, hidden: isShown ? others : [...others, id] })
  }
  return (
    <Modal
      title={t('list.look.title')}
      onClose={onClose}
      closeText={t('site.close')}
      footer={
        <>
          <Button variant="quiet" onClick={() => set(lookBesideColumns(value))}>
            {t('list.look.reset')}
          </Button>
          <Button onClick={onClose}>{t('site.close')}</Button>
        </>
      }
    >
      <Checkbox
        id="look-compact"
        label={t('list.look.compact')}
        checked={value.isCompact ?? false}
        onChange={(isCompact) => set({ ...value, isCompact })}
      />
      <ul className="plain-list look-columns" aria-label={t('list.look.columns')}>
        {columns.map(({ id, header, isRowHeader }, place) => (
          <li key={id}>
            {isRowHeader ? (
              <span className="look-fixed">{header}</span>
            ) : (
              <Checkbox
                id={`look-${id}`}
                label={header}
                checked={!hidden.includes(id)}
                onChange={(isShown) => show(id, isShown)}
              />
            )}
            <Select
              id={`look-width-${id}`}
              label={t('list.look.width', { name: header })}
              value={widths[id] ?? 'normal'}
              options={Object.keys(columnWidths).map((width) => ({
                value: width,
                label: t(`list.look.widths.${width as ColumnWidth}`),
              }))}
              onChange={(width) => set({ ...value, widths: { ...widths, [id]: width as ColumnWidth } })}
            />
            <IconButton
              icon="it-arrow-up"
              label={t('list.look.earlier', { name: header })}
              disabled={place === 0}
              onClick={() => move(id, -1)}
            />
            <IconButton
              icon="it-arrow-down"
              label={t('list.look.later', { name: header })}
              disabled={place === columns.length - 1}
              onClick={() => move(id, 1)}
            />
          </li>
        ))}
      </ul>
    </Modal>
  )
}
