import { useTranslation } from 'react-i18next'
import { DefinitionList } from '#ui/layout/summary-block.tsx'
import { DeskValueText, isEmpty } from './desk-value-text.tsx'
import { choiceIn, type FormDisplay } from './form-display.ts'

interface Props<K extends string> {
  readonly display: FormDisplay<K>
  readonly name: K
  /** All values or a draft: other fields filter the list of a choice. */
  readonly values: object
}

/** The value of a field as text: in a record, in its history, and where two versions are compared. */
export function FieldText<K extends string>({ display: { form, texts, exceptions }, name, values }: Props<K>) {
  const { t } = useTranslation()
  const field = form.fields[name]
  if (!field) return null
  const stored = (values as Record<string, unknown>)[name]
  const { arrange, render } = (!isEmpty(stored) && exceptions?.[name]) || {}
  if (render) return render(stored as never)
  const value = arrange ? arrange(stored as never) : stored
  return (
    <DeskValueText
      {...{ field, value, parentValue: choiceIn(values, field.parent), words: texts.wordsOf?.(t, name) }}
      columns={field.columns && texts.columnsOf?.(t, name)}
      main={texts.mainTextsOf?.(t, name)?.badge}
    />
  )
}

interface ListProps<K extends string> extends Omit<Props<K>, 'name'> {
  readonly names: readonly K[]
}

/** Fields with their labels, read-only. */
export function FieldTexts<K extends string>({ display, names, values }: ListProps<K>) {
  const { t } = useTranslation()
  const { form, texts } = display
  /** Long texts and lines of many columns get the whole width. */
  const isWide = (name: K) =>
    form.fields[name]?.kind === 'longText' || Object.keys(texts.columnsOf?.(t, name) ?? {}).length > 2
  return (
    <DefinitionList
      items={names.map((name) => ({
        term: texts.labelOf(t, name),
        value: <FieldText {...{ display, name, values }} />,
        isWide: isWide(name),
      }))}
    />
  )
}
