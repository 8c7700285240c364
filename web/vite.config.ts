/// <reference types="vitest/config" />
import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import purgeCss from '@fullhuman/postcss-purgecss'
import react from '@vitejs/plugin-react'
import rtl from 'postcss-rtlcss'
import { defineConfig, type Plugin } from 'vite'
import { fillTexts } from './build/fill-texts.ts'

const root = import.meta.dirname
const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`

const officeBlock = /(<script type="application\/json" id="office">)(.*?)(<\/script>)/s

/** The office's settings stand in the page. A build leaves a mark there, as in the rest of index.html, for the server to fill. */
function markOffice(): Plugin {
  return {
    name: 'portal:mark-office',
    apply: 'build',
    transformIndexHtml: (html) => html.replace(officeBlock, '$1__OFFICE__$3'),
  }
}

/** In development nobody fills the marks, so it is done here: slug and office are those of the running server's own page. */
function fillMarks(): Plugin {
  return {
    name: 'portal:fill-marks',
    apply: 'serve',
    transformIndexHtml: async (html) => {
      const page = await fetch(server).then((reply) => reply.text(), String)
      const slug = /<base href="\/([^/"]+)\/">/.exec(page)?.[1] ?? 'portale'
      const office = officeBlock.exec(page)?.[2] ?? '{}'
      const marks = {
        __SLUG__: slug,
        __LANG__: 'it',
        __DIR__: 'ltr',
        __TITLE__: 'Portale',
        __DESCRIPTION__: '',
        __NOSCRIPT__: '',
      }
      const filled = Object.entries(marks).reduce((text, [mark, value]) => text.replaceAll(mark, value), html)
      return filled.replace(officeBlock, (_, start, _empty, end) => start + office + end)
    },
  }
}

/** Asks for the regular weight before the style sheet has named it: text then changes face once, early, and in place. */
function preloadBodyFont(): Plugin {
  return {
    name: 'portal:preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => /titillium-web-.*-regular-.*\.woff2$/.test(name))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `./${name}` },
            injectTo: 'head' as const,
          })),
    },
  }
}

const spriteFile = createRequire(import.meta.url).resolve('bootstrap-italia/dist/svg/sprites.svg')

/** The sprite with only the symbols whose names stand in the sources; 150 kB become about 10. */
function spriteOfUsedIcons(): string {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|icon-name\.ts$/.test(name))
    .map((name) => readFileSync(join(root, 'src', name), 'utf8'))
  const used = new Set(sources.join('\n').match(/\bit-[a-z-]+/g))
  const symbols = readFileSync(spriteFile, 'utf8').match(/<symbol id="[^"]+".*?<\/symbol>/gs) ?? []
  const kept = symbols.filter((symbol) => used.has(/id="([^"]+)"/.exec(symbol)?.[1] ?? ''))
  return `<svg xmlns="http://www.w3.org/2000/svg">${kept.join('')}</svg>`
}

/** Builds ship a subset of the icon sprite; development and tests use the whole file. */
function subsetIcons(): Plugin {
  return {
    name: 'portal:icons',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (!id.startsWith(spriteFile)) return null
      const reference = this.emitFile({ type: 'asset', name: 'icons.svg', source: spriteOfUsedIcons() })
      return `export default import.meta.ROLLUP_FILE_URL_${reference}`
    },
  }
}

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Writes .br and .gz beside each text asset, so that the server never compresses while somebody waits. */
function precompress(): Plugin {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  return {
    name: 'portal:precompress',
    apply: 'build',
    writeBundle: async ({ dir }, bundle) => {
      const files = Object.values(bundle).filter(({ fileName }) => /^assets\/.*\.(js|css|svg|json)$/.test(fileName))
      await Promise.all(
        files.map(async (file) => {
          const path = join(dir ?? root, file.fileName)
          const content = readFileSync(path)
          await writeFile(`${path}.br`, await toBrotli(content, quality))
          await writeFile(`${path}.gz`, await toGzip(content, { level: constants.Z_BEST_COMPRESSION }))
        }),
      )
    },
  }
}

/**
 * Drops the rules no source names. The lists keep what a text search cannot see: attributes that scripts set, headings
 * whose level is a value, and Bootstrap Italia's global focus ring, which no class name mentions.
 */
const purge = (isKit: boolean) =>
  purgeCss({
    content: [
      join(root, '*.html'),
      join(root, 'src/**/*.{ts,tsx}'),
      ...(isKit ? [] : [`!${join(root, 'src/features/kit/**')}`]),
    ],
    dynamicAttributes: [
      'dir',
      'lang',
      'data-focus-mouse',
      'tabindex',
      'type',
      'disabled',
      'readonly',
      'open',
      'hidden',
    ].concat([
      'aria-current',
      'aria-invalid',
      'aria-sort',
      'aria-selected',
      'aria-disabled',
      'aria-expanded',
      'aria-busy',
    ]),
    safelist: { standard: [/^h[1-6]$/], greedy: [/focus/, /data-focus-mouse/] },
  })

const directions = () =>
  rtl({
    mode: 'combined',
    ltrPrefix: ':where([dir="ltr"])',
    rtlPrefix: ':where([dir="rtl"])',
    bothPrefix: ':where([dir])',
  })

/**
 * What every first page loads, in two files: libraries, which stay cached from release to release, and our own.
 * Left to itself the bundler cuts it into twenty, 7 kB larger in all.
 */
const startChunks = [
  { name: 'libraries', tags: ['$initial' as const], test: /node_modules/, priority: 1 },
  { name: 'start', tags: ['$initial' as const] },
]

export default defineConfig(({ command, mode }) => {
  const isKit = mode === 'kit'
  const isPurged = command === 'build' && process.env.PURGE !== 'off'
  return {
    root,
    base: './',
    // The few words of i18next that the site uses, a twentieth of its size: docs/decisions/0019.
    resolve: {
      alias: [
        { find: /^i18next$/, replacement: join(root, 'src/lib/texts-engine.ts') },
        { find: /^react-i18next$/, replacement: join(root, 'src/lib/texts-hook.ts') },
      ],
    },
    plugins: [react(), fillTexts(), markOffice(), fillMarks(), preloadBodyFont(), subsetIcons(), precompress()],
    build: {
      target: 'es2022',
      outDir: isKit ? '.cache/kit' : 'dist',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: isKit ? 'kit.html' : 'index.html',
        output: { codeSplitting: { groups: startChunks } },
      },
    },
    // Whatever the office's base path is.
    server: { proxy: { '^/[a-z0-9-]+/api/': server } },
    css: {
      preprocessorOptions: {
        scss: {
          quietDeps: true,
          silenceDeprecations: [
            'import',
            'global-builtin',
            'color-functions',
            'if-function',
            'slash-div',
            'abs-percent',
          ],
        },
      },
      postcss: { plugins: [...(isPurged ? [purge(isKit)] : []), directions()] },
    },
    test: { name: 'web', environment: 'jsdom', css: false, include: ['{src,build}/**/*.test.{ts,tsx}'] },
  }
})
