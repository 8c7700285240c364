import type { Field, FieldKind, Fields, FormFieldError } from '@portal/contract'
import type { TFunction } from 'i18next'
import { fieldErrorText } from '#lib/i18n/field-error-text.ts'
import { missingText } from '#lib/i18n/missing-text.ts'
import { type LinesTexts, lineFieldId } from './fields/desk-field-props.ts'
import { fieldSentences } from './use-form-session.ts'

/** What the fields of a declared form are called. Methods, so that what reads any form takes the texts of one. */
export interface FormTexts<K extends string> {
  labelOf(t: TFunction, key: K): string
  /** The columns of lines that the user fills in, in their order, each with its label. */
  columnsOf(t: TFunction, key: K): Readonly<Record<string, string>>
  /** The name of a line, by its number from 1. */
  lineNameOf(t: TFunction, key: K, number: number): string
  addTextOf(t: TFunction, key: K): string
  /** The two words of a field of kind `either`. */
  wordsOf?(t: TFunction, key: K): readonly [string, string] | undefined
  /** What to do about a field of a kind that is empty, for readers who do not know forms of the office. */
  todoOf?(t: TFunction, kind: FieldKind): string
  /** Where the first line is the main one. */
  mainTextsOf?(t: TFunction, key: K): LinesTexts['main']
}

/** The field or the line of a place. */
function partsOf<K extends string>(place: string) {
  const [key = '', index, column = ''] = place.split('-')
  return { key: key as K, index: index === undefined ? undefined : Number(index), column }
}
export const fieldOfPlace = <K extends string>(place: string): K => partsOf<K>(place).key

/** The place of an error at a path on the wire: a field or, as `grounds-0-groundId`, a column of one of its lines. */
function placeOf(key: string, { wire, columns }: Field, path: string): string {
  if (!(columns && path.startsWith(`${wire}.`))) return key
  const [index, columnWire] = path.slice(wire.length + 1).split('.')
  const names = Object.keys(columns)
  const column = names.find((name) => columns[name]?.wire === columnWire) ?? names[0] ?? ''
  return lineFieldId(key, Number(index), column)
}

/** The places of a declared form: where its errors are shown, and how they are named there. */
export function definePlaces<K extends string>(
  { fields, keys }: { readonly fields: Fields; readonly keys: readonly K[] },
  { labelOf, columnsOf, lineNameOf, todoOf }: Pick<FormTexts<K>, 'labelOf' | 'columnsOf' | 'lineNameOf' | 'todoOf'>,
) {
  const placeAt = (key: string, path: string) => {
    const field = fields[key]
    return field ? placeOf(key, field, path) : key
  }
  const textOf = (t: TFunction, fieldError: FormFieldError) => {
    const kind =
      todoOf && fieldError.message === 'campo_obbligatorio' && kindAt(placeAt(fieldError.key, fieldError.path))
    return kind ? missingText(t, todoOf(t, kind)) : fieldErrorText(t, fieldError)
  }
  const kindAt = (place: string) => {
    const { key, column } = partsOf<K>(place)
    return (fields[key]?.columns?.[column] ?? fields[key])?.kind
  }
  return {
    /** The place that an error of the server is about. */
    placeAt: (path: string, among: readonly K[] = keys): string | undefined => {
      const key = among.find((one) => `${path}.`.startsWith(`${fields[one]?.wire}.`))
      return key && placeAt(key, path)
    },
    /** The errors of a reading in words, by place. */
    errorsOf: (t: TFunction, fieldErrors: readonly FormFieldError[]) =>
      fieldSentences(t, fieldErrors, ({ key, path }) => placeAt(key, path), textOf),
    /** What an error in a place is called. */
    labelOfPlace: (t: TFunction, place: string): string => {
      const { key, index, column } = partsOf<K>(place)
      if (index === undefined) return labelOf(t, key)
      const columns = columnsOf(t, key)
      const name = lineNameOf(t, key, index + 1)
      return Object.keys(columns).length > 1 ? `${name}, ${columns[column]}` : name
    },
  }
}
