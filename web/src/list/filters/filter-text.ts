import type { Filter } from './filter.ts'

/** A protocol number may have spaces in it: between two parts stands a comma, a semicolon or the end of a line. */
const partsIn = (text: string): string[] =>
  text
    .split(/[,;\r\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** The choices that a text names, each once. */
export const choicesIn = (text: string): string[] => [...new Set(partsIn(text))]
export const choicesText = (choices: readonly string[]) => choices.join(',')

const isId = (id: number) => Number.isSafeInteger(id) && id > 0

/** The choice that a text means: a word of a closed list, or an id. */
export function choiceIn(text: string, { names }: Filter): string | number | undefined {
  if (names) return Object.keys(names).find((name) => String(names[name]) === text)
  return isId(Number(text)) ? Number(text) : undefined
}

export const choiceText = (choice: string | number, { names }: Filter) => String(names ? names[choice] : choice)

/** Nothing in place of an empty list. */
const some = <T>(items: readonly T[]): readonly T[] | undefined => (items.length > 0 ? items : undefined)

export function readChoices(text: string, filter: Filter): unknown {
  const choices = some(choicesIn(text).flatMap((part) => choiceIn(part, filter) ?? []))
  return choices && filter.pack ? filter.pack(choices as readonly number[]) : choices
}

export function writeChoices(value: never, filter: Filter): string {
  const choices: readonly (string | number)[] = filter.unpack ? filter.unpack(value) : value
  return choicesText(choices.map((choice) => choiceText(choice, filter)))
}

export const readCodes = (text: string) => some(partsIn(text))
/** A comma after each: a bare number in an address comes back as one, without the zeros it began with. */
export const writeCodes = (codes: readonly string[]) => codes.map((code) => `${code},`).join('')
export const typedCodes = (text: string) => text.replace(/,(?=.)/g, ', ').replace(/,$/, '')

export function readNumber(text: string, { maxLength = 5, least = 0 }: Filter): number | undefined {
  const number = /^\d+$/.test(text) && text.length <= maxLength ? Number(text) : undefined
  return number === undefined || number < least ? undefined : number
}

const answers: Readonly<Record<string, boolean>> = { '1': true, '0': false }
export const readAnswer = (text: string): boolean | undefined => answers[text]
