import { join, relative } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** What the pages of each part of the site are made of, beside what every page loads. */
const parts: Readonly<Record<string, readonly string[]>> = {
  wizard: ['features/report-wizard/first-pages.ts'],
  pages: ['features/pages/text-pages.tsx'],
  enrolment: ['features/enrolment/enrolment-page.tsx'],
  desk: ['app/desk/desk-frame.tsx', 'app/desk/desk.tsx'],
}

/** The texts that those pages show. */
const textsOf: Readonly<Record<string, readonly string[]>> = {
  wizard: ['site'],
  pages: ['site', 'pages'],
  enrolment: ['site', 'enrolment'],
  desk: ['site', 'desk', 'upload'],
}

/** The part whose prerendered pages need styles beside those of every page. */
const styledPart = 'desk'

type Chunk = Rolldown.OutputChunk

/**
 * Writes `preloads.json`: the files that the server names in a page's head, by part and language, so that a browser asks for
 * all of them at once instead of one after the other.
 */
export function tellPreloads(root: string): Plugin {
  return {
    name: 'portal:preloads',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk')
      const start = chunks.find(({ isEntry, name }) => isEntry && name !== 'early')
      if (!start) return
      const loaded = new Set(withImports([start.fileName], bundle))
      const filesOf = (modules: readonly string[]) => {
        const own = chunks.filter((chunk) => modules.some((module) => holds(chunk, module, root)))
        return withImports(
          own.map(({ fileName }) => fileName),
          bundle,
        ).filter((file) => !loaded.has(file))
      }
      const languages = chunks.flatMap(({ moduleIds }) =>
        moduleIds.flatMap((id) => /\/texts\/site\/([a-z]{2}(?:-simple)?)\.json$/.exec(id)?.[1] ?? []),
      )
      const scripts = Object.entries(parts).map(([part, modules]) => {
        const inLanguage = languages.map((language) => {
          const files = [...modules.map((module) => `src/${module}`), ...textFilesOf(part, language)]
          return [language, filesOf(files)] as const
        })
        return [part, Object.fromEntries(inLanguage)] as const
      })
      const arabic = Object.keys(bundle).filter((file) => /noto-arabic.*\.woff2$/.test(file))
      const fonts = { ar: arabic, ur: arabic }
      const stylesOf = (files: Iterable<string>) =>
        [...files].flatMap((file) => {
          const chunk = bundle[file]
          return chunk?.type === 'chunk' ? [...(chunk.viteMetadata?.importedCss ?? [])] : []
        })
      const known = new Set(stylesOf(loaded))
      const own = stylesOf(filesOf((parts[styledPart] ?? []).map((module) => `src/${module}`)))
      const styles = { [styledPart]: [...new Set(own)].filter((file) => !known.has(file)) }
      const source = JSON.stringify({ scripts: Object.fromEntries(scripts), styles, fonts })
      this.emitFile({ type: 'asset', fileName: 'preloads.json', source })
    },
  }
}

/** The files with the texts of a part; what is easy to read lies over the usual texts, which are needed as well. */
const textFilesOf = (part: string, language: string) =>
  [...new Set([language.slice(0, 2), language])].flatMap((each) => [
    ...(textsOf[part] ?? []).map((folder) => `src/texts/${folder}/${each}.json`),
    `../contract/src/texts/${each}.json`,
  ])

/** A module stands in the chunk, or the chunk is the door to it. */
function holds({ moduleIds, facadeModuleId }: Chunk, module: string, root: string): boolean {
  const ids = facadeModuleId ? [...moduleIds, facadeModuleId] : moduleIds
  return ids.some((id) => relative(root, id.split('?')[0] ?? id) === join(module))
}

/** Files with all that they import. */
function withImports(files: readonly string[], bundle: Rolldown.OutputBundle): string[] {
  const found = new Set<string>()
  const add = (file: string) => {
    const chunk = bundle[file]
    if (found.has(file) || chunk?.type !== 'chunk') return
    found.add(file)
    chunk.imports.forEach(add)
  }
  files.forEach(add)
  return [...found]
}
