import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from './fixtures.ts'

const folder = join(import.meta.dirname, '../web/src/features/help/manual')

/**
 * The words of a chapter of the manual, as a new operator reads them: a journey that asks for the name of a control or for a key
 * fails where the chapter does not have it, or where the screen has another one.
 */
export function chapterOf(book: 'operatori' | 'registro' | 'amministrazione', title: string) {
  const chapters = readFileSync(join(folder, `${book}.md`), 'utf8').split(/^## /m)
  const text = chapters.find((chapter) => chapter.startsWith(`${title}\n`)) ?? ''
  expect(text, `the chapter «${title}»`).not.toBe('')
  return {
    /** The name of a control, which the chapter has between guillemets. */
    named(name: string): string {
      expect(text).toContain(`«${name}»`)
      return name
    },
    /** A key, which the chapter has in bold. */
    key(key: string): string {
      expect(text).toContain(`**${key}**`)
      return key
    },
  }
}
