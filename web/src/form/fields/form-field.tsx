import { type Form, isRequired, type Use } from '@portal/contract'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { loadPart } from '#lib/api/lazy-part.ts'
import { TextInput } from '#ui/field/text-input.tsx'
import type { FormTexts } from '../form-texts.ts'
import { choiceIn } from '../read-only/form-display.ts'
import { type DeskFieldProps, lineFieldId } from './desk-field-props.ts'
import { DeskFieldView } from './desk-field-view.tsx'
import { type PlaceKeys, placeKeysOf } from './place-keys.ts'

type OwnProps = 'hint' | 'removedLabel' | 'autoComplete' | 'renderFiles' | 'isPublic'

export interface FormFieldProps<K extends string, V> extends Pick<DeskFieldProps, OwnProps> {
  readonly id: string
  readonly form: Pick<Form, 'fields'>
  readonly texts: FormTexts<K>
  readonly use: Use<V>
  /** What is typed, and the values that it makes. */
  readonly draft: object
  readonly values: V
  /** The error in a place of the form. */
  readonly errorOf: (place: string) => string | undefined
  /** Makes a new entry of the list that the lines of the field choose from. */
  readonly onCreate?: NonNullable<DeskFieldProps['lines']>['onCreate']
  readonly set: (key: K, value: unknown) => void
}

/** The control of a field of a declared form, with its lines if it has some. */
export function FormField<K extends string, V>(props: FormFieldProps<K, V>) {
  const { form, texts, use, draft, values, errorOf, onCreate, set, ...others } = props
  const { t } = useTranslation()
  const key = use.key as string as K
  const field = form.fields[key]
  if (!field) return null
  const place = others.isPublic ? undefined : placeKeysOf(form.fields, key)
  if (place) return place.region === key ? <PlaceOfForm {...props} keys={place as PlaceKeys<K>} /> : null
  const { columns } = field
  const lines = columns && {
    columns: texts.columnsOf(t, key),
    add: texts.addTextOf(t, key),
    nameOf: (number: number) => texts.lineNameOf(t, key, number),
    main: texts.mainTextsOf?.(t, key),
    errorAt: (index: number, column: string) => errorOf(lineFieldId(key, index, column)),
    formParent: choiceIn(draft, formParentOf(columns)),
    onCreate,
  }
  return (
    <DeskFieldView
      {...others}
      field={field}
      lines={lines}
      label={texts.labelOf(t, key)}
      error={errorOf(key)}
      required={isRequired(use, values)}
      value={(draft as Record<string, unknown>)[key]}
      parentValue={choiceIn(draft, field.parent)}
      words={texts.wordsOf?.(t, key)}
      onChange={(value) => set(key, value)}
    />
  )
}

const PlaceField = lazy(async () => {
  const { PlaceField: Field } = await loadPart(() => import('./place-field.tsx'))
  return { default: Field }
})

/** Region, province and municipality in one control. */
function PlaceOfForm<K extends string, V>(props: FormFieldProps<K, V> & { readonly keys: PlaceKeys<K> }) {
  const { id, form, texts, keys, use, draft, values, errorOf, hint, set } = props
  const { t } = useTranslation()
  const idOf = (key: K) => `${id.slice(0, -keys.region.length)}${key}`
  const names = [keys.region, keys.province, keys.city]
  const field = {
    id: idOf(keys.city),
    label: texts.labelOf(t, keys.city),
    hint,
    error: names.map(errorOf).find((error) => error !== undefined),
    required: isRequired(use, values),
  }
  return (
    <Suspense fallback={<TextInput {...field} value="" readOnly onChange={() => undefined} />}>
      <PlaceField
        {...field}
        ids={{ region: idOf(keys.region), province: idOf(keys.province), city: idOf(keys.city) }}
        keys={keys}
        fields={form.fields}
        draft={draft}
        set={(key, value) => set(key as K, value)}
      />
    </Suspense>
  )
}

/** The field of the form that filters the options of a column of lines. */
const formParentOf = (columns: Form['fields']) =>
  Object.values(columns).find(({ parent }) => parent !== undefined && columns[parent] === undefined)?.parent
