import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { marked, type Token } from 'marked'
import type { Plugin } from 'vite'

interface Chapter {
  readonly id: string
  readonly title: string
  /** Written by us: it needs no cleaning. Pictures are marked by `pictureMark`. */
  readonly html: string
}

/** Letters and digits of a title, joined by hyphens. */
const idOf = (title: string) =>
  title
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

const pictureMark = /__PICTURE__([\w./-]+)__/g

/** Pixels of a picture for each one that it takes on the page: `scripts/manual-pictures.mjs` takes them so sharp. */
const sharpness = 1.5

/** The room of a picture on the page, so that nothing moves when it comes: width and height of extended WebP (RFC 9649, 2.7). */
function sizeOf(file: string) {
  const bytes = readFileSync(file)
  if (bytes.toString('latin1', 12, 16) !== 'VP8X') throw new Error(`${file} is no picture in extended WebP.`)
  const pixels = (at: number) => Math.round((bytes.readUIntLE(at, 3) + 1) / sharpness)
  return { width: pixels(24), height: pixels(27) }
}

/** The chapters of a book in Markdown: each begins with a heading of the second level. */
function chaptersOf(markdown: string): readonly Chapter[] {
  const chapters: { title: string; tokens: Token[] }[] = []
  for (const token of marked.lexer(markdown)) {
    if (token.type === 'heading' && token.depth === 2) chapters.push({ title: String(token.text), tokens: [] })
    else chapters.at(-1)?.tokens.push(token)
  }
  return chapters.map(({ title, tokens }) => ({ id: idOf(title), title, html: marked.parser(tokens) }))
}

marked.use({
  renderer: {
    image: ({ href, text }) =>
      `<img src="__PICTURE__${href}__" alt="${text.replaceAll('"', '&quot;')}" loading="lazy">`,
  },
})

/**
 * Imports a book of the manual as its chapters in HTML. A picture is a file beside the book, such as `pictures/filtro.webp`; one that is
 * missing breaks the build.
 */
export function readBooks(): Plugin {
  return {
    name: 'portal:manual',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith('.md')) return null
      const written = JSON.stringify(chaptersOf(readFileSync(id, 'utf8')))
      const names = [...new Set([...written.matchAll(pictureMark)].map(([, name]) => String(name)))]
      const imports = names.map((name, at) => `import picture${at} from './${name}'\n`).join('')
      const filled = written.replaceAll(pictureMark, (_, name: string) => {
        const { width, height } = sizeOf(join(dirname(id), name))
        return `"+picture${names.indexOf(name)}+"\\" width=\\"${width}\\" height=\\"${height}`
      })
      return { code: `${imports}export const chapters = ${filled}`, moduleType: 'js' }
    },
  }
}
