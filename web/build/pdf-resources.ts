import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const { resolve } = createRequire(import.meta.url)
const packageFile = resolve('pdfjs-dist/package.json')
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }

/** Character maps of scripts that a PDF only names, faces for those that it does not bring, and a decoder of JPEG 2000. */
const folders: Readonly<Record<string, (name: string) => boolean>> = {
  cmaps: (name) => name.endsWith('.bcmap'),
  standard_fonts: (name) => /\.(pfb|ttf)$/.test(name),
  // Without WebAssembly, which the site's policy does not let run.
  wasm: (name) => name === 'openjpeg_nowasm_fallback.js',
}

/** Puts what pdf.js fetches while it draws beside the program: `lib/files/pdf-reader.ts` looks for it there. */
export function pdfResources(): Plugin {
  return {
    name: 'portal:pdf-resources',
    apply: 'build',
    generateBundle() {
      for (const [folder, isNeeded] of Object.entries(folders)) {
        const from = join(dirname(packageFile), folder)
        for (const name of readdirSync(from).filter(isNeeded))
          this.emitFile({
            type: 'asset',
            fileName: `assets/pdf-${version}/${folder}/${name}`,
            source: readFileSync(join(from, name)),
          })
      }
    },
  }
}
