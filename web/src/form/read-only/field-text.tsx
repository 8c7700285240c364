import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Elements } from '#ui/elements.tsx'
import { type Definition, DefinitionList } from '#ui/layout/summary-block.tsx'
import { choiceIn, type FormDisplay, isAnswered, isEmpty, valueIn } from './form-display.ts'
import { ValueText } from './value-text.tsx'

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
  const stored = valueIn(values, name)
  const { arrange, render } = (!isEmpty(stored) && exceptions?.[name]) || {}
  if (render) return render(stored)
  const value = arrange ? arrange(stored) : stored
  return (
    <ValueText
      field={field}
      value={value}
      parentValue={choiceIn(values, field.parent)}
      words={texts.wordsOf?.(t, name)}
      columns={field.columns && texts.columnsOf?.(t, name)}
      main={texts.mainTextsOf?.(t, name)?.badge}
    />
  )
}

interface ListProps<K extends string> extends Omit<Props<K>, 'name'> {
  readonly names: readonly K[]
  /** Leaves out what was not answered. */
  readonly hidesEmpty?: boolean | undefined
}

/** Fields with their labels, for a list that may have other facts too. */
export function fieldDefinitions<K extends string>(t: TFunction, { names, hidesEmpty, ...shared }: ListProps<K>) {
  const { form, texts } = shared.display
  return names.flatMap((name): Definition[] => {
    const field = form.fields[name]
    if (!field || (hidesEmpty && !isAnswered(field, valueIn(shared.values, name)))) return []
    /** Long texts and lines of many columns get the whole width. */
    const isWide = field.kind === 'longText' || Object.keys(texts.columnsOf?.(t, name) ?? {}).length > 2
    return [{ term: texts.labelOf(t, name), value: <FieldText {...shared} name={name} />, isWide }]
  })
}

interface TextsProps<K extends string> extends ListProps<K> {
  /** Stands in place of a list without fields. */
  readonly empty?: Elements
}

/** Fields with their labels, read-only. */
export function FieldTexts<K extends string>({ empty, ...list }: TextsProps<K>) {
  const { t } = useTranslation()
  const items = fieldDefinitions(t, list)
  return items.length > 0 ? <DefinitionList items={items} /> : empty
}
