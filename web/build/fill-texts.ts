import { existsSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

type Text = string | readonly unknown[]
type Texts = { readonly [key: string]: Texts | Text }

/** A list is one text: its parts belong together. */
const isTexts = (value: Texts | Text | undefined): value is Texts => typeof value === 'object' && !Array.isArray(value)

/** The texts of `own`, and of `fallback` where `own` has none; plural forms of another language are no texts of this one. */
export function filledTexts(own: Texts, fallback: Texts): Texts {
  const stems = new Set(Object.keys(own).map(stemOf))
  const missing = Object.entries(fallback).filter(([key]) => !(key in own) && !stems.has(stemOf(key)))
  const filled = Object.entries(own).map(([key, value]) => [key, filledAt(value, fallback[key])] as const)
  return Object.fromEntries([...filled, ...missing])
}

const filledAt = (value: Texts | Text, fallback: Texts | Text | undefined) =>
  isTexts(value) && isTexts(fallback) ? filledTexts(value, fallback) : value

const stemOf = (key: string) => key.replace(/_(?:zero|one|two|few|many|other)$/, '')

const read = (file: string): Texts => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})

/** A text missing in a language is filled in with the English one, or else the Italian one (specification 1 §1). */
export function fillTexts(): Plugin {
  return {
    name: 'portal:fill-texts',
    enforce: 'pre',
    load(id) {
      const [, folder, language] = /^(.*\/texts\/(?:.*\/)?)([a-z]{2})\.json$/.exec(id) ?? []
      if (!folder || !language || language === 'it') return null
      const textsIn = (code: string) => read(`${folder}${code}.json`)
      const english = filledTexts(textsIn('en'), textsIn('it'))
      return JSON.stringify(language === 'en' ? english : filledTexts(textsIn(language), english))
    },
  }
}
