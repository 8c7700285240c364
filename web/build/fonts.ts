import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const { resolve } = createRequire(import.meta.url)

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('')

/** Latin for the names of Europe, Romanian and Albanian among them, and the marks of our texts. */
const latin = [range(0x20, 0x7e), range(0xa0, 0x17f), 'ȘșȚț', '–—‘’‚“”„†•…‹›€™←↑→↓−✓', '\u2009\u2011\u202f'].join('')

/** Arabic with its vowel signs and both sorts of digits; Urdu, Persian, Pashto and Kurdish beside it. */
const arabic = [
  ...[range(0x20, 0x3f), '[]«»×', range(0x0621, 0x063a), range(0x0640, 0x0656), range(0x0660, 0x0669)],
  ...['،؛؟٪٫٬۔', '\u0670\u0671\u0674', 'ٹپچڈڑژکگںھہۂۃیےۓەۀ', 'ټډړږښګڼېۍڕڵێۆۇ', range(0x06f0, 0x06f9)],
  '\u00a0\u200c\u200d\u200e\u200f\u061c\u2066\u2067\u2068\u2069',
].join('')

const titillium = (weight: string) =>
  resolve(`bootstrap-italia/dist/fonts/Titillium_Web/titillium-web-v10-latin-ext_latin-${weight}.woff2`)
const noto = (weight: number) =>
  resolve(`@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-${weight}-normal.woff2`)

/** The faces that `_fonts.scss` names. */
const faces = [
  { name: 'titillium-400', file: titillium('regular'), letters: latin },
  { name: 'titillium-600', file: titillium('600'), letters: latin },
  { name: 'noto-arabic-400', file: noto(400), letters: arabic },
  { name: 'noto-arabic-600', file: noto(600), letters: arabic },
]

/** Makes the faces with the letters that the site needs, a third of what their makers ship, into `.cache/fonts`. */
export function subsetFonts(root: string): Plugin {
  const folder = join(root, '.cache/fonts')
  return {
    name: 'portal:fonts',
    apply: () => !process.env.VITEST,
    async buildStart() {
      mkdirSync(folder, { recursive: true })
      await Promise.all(faces.map((face) => makeFace(folder, face)))
    },
  }
}

async function makeFace(folder: string, { name, file, letters }: (typeof faces)[number]) {
  const source = readFileSync(file)
  const made = createHash('sha256').update(source).update(letters).digest('hex')
  const target = join(folder, `${name}.woff2`)
  const stamp = join(folder, `${name}.made`)
  if (existsSync(target) && existsSync(stamp) && readFileSync(stamp, 'utf8') === made) return
  writeFileSync(target, await subsetFont(source, letters, { targetFormat: 'woff2' }))
  writeFileSync(stamp, made)
}
