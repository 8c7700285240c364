import type { Field } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { Badge } from '#ui/badge.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { type Line, type LinesTexts, lineFieldId } from './desk-field-props.ts'
import { DeskLeafView } from './desk-leaf-view.tsx'

interface Props {
  /** Of the field that the line is one of. */
  readonly id: string
  readonly index: number
  readonly line: Line
  readonly field: Field
  readonly texts: LinesTexts
  readonly removedLabel: string | undefined
  readonly onChange: (line: Line) => void
  readonly onMakeMain: () => void
  readonly onRemove: () => void
}

/** One line: its fields, and what can be done with it. */
export function LineRow({ id, index, line, field, texts, removedLabel, onChange, onMakeMain, onRemove }: Props) {
  const { t } = useTranslation()
  const { columns = {} } = field
  const name = texts.nameOf(index + 1)
  const set = (column: string, value: unknown) => {
    const emptied = Object.keys(columns).filter((other) => columns[other]?.parent === column)
    onChange({ ...line, ...Object.fromEntries(emptied.map((other) => [other, undefined])), [column]: value })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: it stands in a fieldset, whose legend all lines share
    <div className="line" role="group" aria-label={name}>
      {Object.entries(texts.columns).map(([column, label]) => {
        const own = columns[column]
        if (!own) return null
        return (
          <DeskLeafView
            key={column}
            id={lineFieldId(id, index, column)}
            field={own}
            label={label}
            error={texts.errorAt?.(index, column)}
            required={own.required ?? false}
            value={line[column]}
            parentValue={parentValueOf(own, line, columns, texts.formParent)}
            removedLabel={removedLabel}
            autoComplete="off"
            onChange={(value) => set(column, value)}
          />
        )
      })}
      <div className="line-actions">
        {texts.main && index === 0 && <Badge kind="accent">{texts.main.badge}</Badge>}
        {texts.main && index > 0 && (
          <Button variant="quiet" size="sm" aria-label={texts.main.make(name)} onClick={onMakeMain}>
            {t('lines.makeMain')}
          </Button>
        )}
        <IconButton icon="it-delete" label={t('lineKit.remove', { name })} onClick={onRemove} />
      </div>
    </div>
  )
}

/** What narrows a column: another column of the line, or a field of the form. */
function parentValueOf(
  { parent }: Field,
  line: Line,
  columns: Readonly<Record<string, Field>>,
  formParent: number | undefined,
): number | undefined {
  if (parent === undefined) return undefined
  return columns[parent] ? (line[parent] as number | undefined) : formParent
}
