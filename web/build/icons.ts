import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'
import { iconNames } from '../src/ui/icon-name.ts'

const spriteFile = createRequire(import.meta.url).resolve('bootstrap-italia/dist/svg/sprites.svg')

/** The sprite with only the symbols of the list; 150 kB become about 10. */
function spriteOfUsedIcons(): string {
  const used: ReadonlySet<string> = new Set(iconNames)
  const symbols = readFileSync(spriteFile, 'utf8').match(/<symbol id="[^"]+".*?<\/symbol>/gs) ?? []
  const kept = symbols.filter((symbol) => used.has(/id="([^"]+)"/.exec(symbol)?.[1] ?? ''))
  return `<svg xmlns="http://www.w3.org/2000/svg">${kept.join('')}</svg>`
}

/**
 * Builds ship a subset of the icon sprite; development and tests use the whole file. Its address is below the page's base,
 * the same in a browser and where pages are written beforehand.
 */
export function subsetIcons(): Plugin {
  return {
    name: 'portal:icons',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (!id.startsWith(spriteFile)) return null
      const source = spriteOfUsedIcons()
      const fileName = `assets/icons-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.svg`
      if (this.environment.config.consumer === 'client') this.emitFile({ type: 'asset', fileName, source })
      return `export default ${JSON.stringify(fileName)}`
    },
  }
}
