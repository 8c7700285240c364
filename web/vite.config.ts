/// <reference types="vitest/config" />
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import purgeCss from '@fullhuman/postcss-purgecss'
import react from '@vitejs/plugin-react'
import rtl from 'postcss-rtlcss'
import { defineConfig, mergeConfig, type Plugin, type UserConfig } from 'vite'
import { earlyFile, leaveFile, loadEarly } from './build/early.ts'
import { fillTexts } from './build/fill-texts.ts'
import { subsetFonts } from './build/fonts.ts'
import { subsetIcons } from './build/icons.ts'
import { loadLate } from './build/late.ts'
import { readBooks } from './build/manual.ts'
import { pdfResources } from './build/pdf-resources.ts'
import { tellPreloads } from './build/preloads.ts'

const root = import.meta.dirname
/** Where `npm run dev` has started the server: what is no part of the site's own program comes from there. */
const server = process.env.DEV_SERVER ?? 'http://127.0.0.1:3000'

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
        __PRELOADS__: '',
        __PAGE__: '',
      }
      const filled = Object.entries(marks).reduce((text, [mark, value]) => text.replaceAll(mark, value), html)
      return filled.replace(officeBlock, (_, start, _empty, end) => start + office + end)
    },
  }
}

/** Asks for the Latin faces before the style sheet has named them. */
function preloadFonts(): Plugin {
  return {
    name: 'portal:preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => /titillium-[46]00-.*\.woff2$/.test(name))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `./${name}` },
            injectTo: 'head' as const,
          })),
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
      const files = Object.values(bundle).filter(({ fileName }) => /^assets\/.*\.(m?js|css|svg|json)$/.test(fileName))
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
const purge = () =>
  purgeCss({
    content: [join(root, '*.html'), join(root, 'src/**/*.{ts,tsx}')],
    dynamicAttributes: [
      'dir',
      'lang',
      'data-focus-mouse',
      'data-offer',
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
    // The last two are in what the server writes around the page.
    safelist: { standard: [/^h[1-6]$/, 'noscript', 'late-waiting'], greedy: [/focus/, /data-focus-mouse/, /driver-/] },
  })

const directions = () =>
  rtl({
    mode: 'combined',
    ltrPrefix: ':where([dir="ltr"])',
    rtlPrefix: ':where([dir="rtl"])',
    bothPrefix: ':where([dir])',
  })

const wizardModules = [
  'first-pages',
  'wizard-layout',
  'intro-page',
  'step-fields',
  'wizard-frame',
  'report-session',
  'draft-store',
  'report-texts',
  'steps',
  'wizard-history',
]
const isOfWizard = new RegExp(`src/features/report-wizard/(?:${wizardModules.join('|')})\\.tsx?$`)

/**
 * What every first page loads, in two files: libraries, which stay cached from release to release, and our own; then the
 * first page of the wizard in one. Left to itself the bundler cuts each into twenty, larger in all and later there.
 */
const chunks = [
  { name: 'libraries', tags: ['$initial' as const], test: /node_modules/, priority: 2 },
  { name: 'start', tags: ['$initial' as const], test: (id: string) => !id.endsWith(earlyFile), priority: 1 },
  // Early and program share it: apart, since the one must not wait for the other.
  { name: 'leave', test: leaveFile, priority: 3 },
  { name: 'wizard', test: isOfWizard },
]

/** The site as browsers load it, or the program that writes pages beforehand. */
function buildOf(mode: string): UserConfig {
  if (mode === 'prerender') {
    return {
      build: {
        outDir: '.cache/prerender',
        emptyOutDir: true,
        ssr: true,
        rolldownOptions: { input: 'src/app/prerender.ts' },
      },
      // The server has no packages of the web: the folder is self-contained.
      ssr: { noExternal: true },
      define: { 'process.env.NODE_ENV': '"production"' },
    }
  }
  return {
    plugins: [
      subsetFonts(root),
      markOffice(),
      fillMarks(),
      preloadFonts(),
      loadEarly(),
      loadLate(root),
      pdfResources(),
      tellPreloads(root),
      precompress(),
    ],
    build: {
      outDir: 'dist',
      rolldownOptions: {
        input: { index: 'index.html', early: earlyFile },
        output: { codeSplitting: { groups: chunks } },
      },
    },
  }
}

/**
 * The oldest browsers that the program runs in; `late.js` shows older ones a link to the plain form. Our code uses
 * `Object.hasOwn` and `<dialog>` without a test; the `lib` of tsconfig.json refuses calls that these browsers lack. Older are
 * the phones that end with iOS 14, Android 4.4 and Chromium 93; only a trial in one shows that a library needs newer functions.
 */
const oldestBrowsers = ['chrome94', 'edge94', 'firefox98', 'safari15.4']

const siteConfig = (isBuild: boolean): UserConfig => ({
  root,
  base: './',
  // The few words of i18next that the site uses, a twentieth of its size: docs/decisions/0010.
  resolve: {
    alias: [
      { find: /^i18next$/, replacement: join(root, 'src/lib/i18n/texts-engine.ts') },
      { find: /^react-i18next$/, replacement: join(root, 'src/lib/i18n/texts-hook.ts') },
    ],
  },
  plugins: [react(), fillTexts(), readBooks(), subsetIcons()],
  build: {
    target: oldestBrowsers,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: withoutDeskParts },
  },
  server: {
    host: '127.0.0.1',
    port: Number(process.env.PORT || 3000),
    strictPort: true,
    // Whatever the office's base path is. The origin stays that of the page: the server refuses others.
    proxy: {
      '^/(?:[a-z0-9-]+/(?:api|gestore-di-prova)/|robots\\.txt|\\.well-known/)': { target: server, changeOrigin: false },
    },
  },
  css: {
    preprocessorOptions: {
      scss: {
        quietDeps: true,
        silenceDeprecations: ['import', 'global-builtin', 'color-functions', 'if-function', 'slash-div', 'abs-percent'],
      },
    },
    postcss: { plugins: [...(isBuild ? [purge()] : []), directions()] },
  },
  test: {
    name: 'web',
    environment: 'jsdom',
    css: false,
    isolate: false,
    setupFiles: ['./test/setup.ts'],
    include: ['{src,build}/**/*.test.{ts,tsx}'],
  },
})

/** The public pages and their lazy chunks, by file name. */
const publicPart =
  /\/(?:wizard|step|facts|summary|success|text|notice|assistance|follow-up|login|queries|removable|fetched-choice|open-receipt)[^/]*\.js$/

/**
 * What pages that are not part of a report load is found when they load: the names of all of it would be part of the program that
 * a reporter loads first. Their styles are preloaded all the same, or nothing would load them.
 */
const withoutDeskParts = (file: string, parts: string[], { hostId }: { readonly hostId: string }) =>
  publicPart.test(file) || !/\/start-[^/]*\.js$/.test(hostId)
    ? parts
    : parts.filter((part) => part === file || part.endsWith('.css'))

export default defineConfig(({ command, mode }) => mergeConfig(siteConfig(command === 'build'), buildOf(mode)))
