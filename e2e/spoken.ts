import { existsSync, readFileSync } from 'node:fs'
import type { Language } from '@portal/contract'

type Texts = { readonly [key: string]: Texts | string }

const read = (file: string): Texts => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))

/** The server has some parts too: their texts are in the contract. */
function fileOf(part: string, language: Language): string {
  const own = `../web/src/texts/${part}/${language}.json`
  return existsSync(new URL(own, import.meta.url)) ? own : `../contract/src/texts/${part}/${language}.json`
}

/** Returns the texts of the site in a language by key; throws for a missing text. */
export function textsOf(language: Language, parts: readonly string[] = ['site']) {
  const texts = [read(`../contract/src/texts/${language}.json`), ...parts.map((part) => read(fileOf(part, language)))]
  return (key: string): string => {
    const [found] = texts.map((text) => at(text, key)).filter((value) => typeof value === 'string')
    if (found === undefined) throw new Error(`No text ${key} in ${language}`)
    return found
  }
}

/** The title of the notice on personal data in one of its languages. */
export const noticeTitle = (language: string) =>
  String(at(read(`../web/src/texts/notice/${language}.json`), 'notice.title'))

const at = (texts: Texts, key: string): Texts | string | undefined =>
  key
    .split('.')
    .reduce<Texts | string | undefined>((node, name) => (typeof node === 'object' ? node[name] : undefined), texts)
