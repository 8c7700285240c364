import {
  formatScreenDate,
  type MessageKey,
  numberIn,
  type PlainDate,
  parseWireDate,
  readShortDate,
} from '@portal/contract'
import type { ComponentType } from 'react'
import { today } from '#lib/i18n/format.tsx'
import { ChoicesFilter } from './choices-filter.tsx'
import { choicesIn, choicesText, type Filter, type FilterKind, type FilterViewProps, partsIn } from './filter.ts'
import {
  BoxesFilter,
  CodesFilter,
  DayFilter,
  EitherFilter,
  FlagFilter,
  NumberFilter,
  SelectFilter,
  TextFilter,
} from './filter-views.tsx'

/** All that a kind of filter is. What a text does not say is undefined. */
interface Kind {
  /** From the address, where a filter is short. */
  readonly read: (text: string, filter: Filter) => unknown
  write(value: unknown, filter: Filter): string
  /** From the field and into it, where people write it otherwise than the address. */
  readonly readTyped?: (text: string, filter: Filter) => unknown
  readonly writeTyped?: (text: string) => string
  /** What is said of a text that means nothing. */
  readonly message: MessageKey
  readonly View: ComponentType<FilterViewProps>
  /** What its chip says beside its name: what was typed, the name of the answer, nothing, or each choice in a chip of its own. */
  readonly chip: 'text' | 'answer' | 'name' | 'each'
}

const isId = (id: number) => Number.isSafeInteger(id) && id > 0

/** The choice that a text means: a word of a closed list, or an id. */
function choiceIn(text: string, { names }: Filter): string | number | undefined {
  if (names) return Object.keys(names).find((name) => String(names[name]) === text)
  return isId(Number(text)) ? Number(text) : undefined
}

const choiceText = (choice: string | number, { names }: Filter) => String(names ? names[choice] : choice)

/** Nothing in place of an empty list. */
const some = <T>(items: readonly T[]): readonly T[] | undefined => (items.length > 0 ? items : undefined)

function readChoices(text: string, filter: Filter): unknown {
  const choices = some(choicesIn(text).flatMap((part) => choiceIn(part, filter) ?? []))
  return choices && filter.pack ? filter.pack(choices as readonly number[]) : choices
}

function writeChoices(value: never, filter: Filter): string {
  const choices: readonly (string | number)[] = filter.unpack ? filter.unpack(value) : value
  return choicesText(choices.map((choice) => choiceText(choice, filter)))
}

const readCodes = (text: string) => some(partsIn(text))
/** A comma after each: a bare number in an address comes back as one, without the zeros it began with. */
const writeCodes = (codes: readonly string[]) => codes.map((code) => `${code},`).join('')
const typedCodes = (text: string) => text.replace(/,(?=.)/g, ', ').replace(/,$/, '')

function readDigits(text: string, { maxLength = 5, least = 0 }: Filter): number | undefined {
  const number = /^\d+$/.test(text) && text.length <= maxLength ? Number(text) : undefined
  return number === undefined || number < least ? undefined : number
}

const answers: Readonly<Record<string, boolean>> = { '1': true, '0': false }
const readAnswer = (text: string): boolean | undefined => answers[text]

const message = 'valore_non_valido'
const several = { read: readChoices, write: writeChoices, message, chip: 'each' } as const

export const filterKinds: Readonly<Record<FilterKind, Kind>> = {
  text: {
    read: (text) => text.trim() || undefined,
    write: (text: string) => text,
    message,
    View: TextFilter,
    chip: 'text',
  },
  number: {
    read: readDigits,
    write: String,
    readTyped: (text, filter) => readDigits(String(numberIn(text)), filter),
    message,
    View: NumberFilter,
    chip: 'text',
  },
  day: {
    read: parseWireDate,
    write: (day: PlainDate) => day,
    readTyped: (text) => readShortDate(text, { today: today(), latest: today() }),
    writeTyped: (text) => formatScreenDate(text as PlainDate),
    message: 'data_non_valida',
    View: DayFilter,
    chip: 'text',
  },
  flag: {
    read: (text) => readAnswer(text) || undefined,
    write: (isOn: boolean) => (isOn ? '1' : ''),
    message,
    View: FlagFilter,
    chip: 'name',
  },
  either: {
    read: readAnswer,
    write: (answer: boolean) => (answer ? '1' : '0'),
    message,
    View: EitherFilter,
    chip: 'answer',
  },
  codes: { read: readCodes, write: writeCodes, writeTyped: typedCodes, message, View: CodesFilter, chip: 'text' },
  choice: { read: choiceIn, write: choiceText, message, View: SelectFilter, chip: 'each' },
  choices: { ...several, View: ChoicesFilter },
  boxes: { ...several, View: BoxesFilter },
}

const kindOf = (filter: Filter) => filterKinds[filter.kind]

/** The value that an address means. */
export const readFilter = (filter: Filter, text: string): unknown => kindOf(filter).read(text, filter)

/** As the address has it; empty where it is not set. */
export const writeFilter = (filter: Filter, value: unknown): string =>
  value === undefined ? '' : kindOf(filter).write(value, filter)

/** The value that somebody typed. */
export function readTyped(filter: Filter, text: string): unknown {
  const kind = kindOf(filter)
  return kind.readTyped ? kind.readTyped(text, filter) : kind.read(text.trim(), filter)
}

/** As it stands in its field. */
export function writeTyped(filter: Filter, value: unknown): string {
  const text = writeFilter(filter, value)
  const { writeTyped: typed } = kindOf(filter)
  return typed && text !== '' ? typed(text) : text
}
