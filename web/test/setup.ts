import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { cover, recordTests } from '../../scripts/coverage.mjs'
import { onNotice } from '../src/lib/page/notices.ts'
import { endAnswers } from './answer-calls.ts'
import { lastTexts, watchTexts } from './watch-texts.ts'

// Runs before each test file. The files of a worker share their modules and one document, so a file leaves nothing behind.

const settings = {
  office: {
    slug: 'x',
    productTag: 'TAG',
    name: 'Ufficio',
    tagline: '',
    about: '',
    translations: { en: { name: 'Office' } },
    phone: '800 12 34 56',
    registerMailbox: 'registro@example.it',
    quickExitUrl: 'https://example.org/',
    publishedDocuments: [],
    links: [],
  },
  assurances: {
    recipients: { text: 'Leggono la segnalazione solo persone del nostro ufficio.', language: 'it' },
    residence: { text: 'Your residence permit stays as it is.', language: 'en' },
  },
  keep: { casesYears: 10, mailsDays: 90, filesHours: 24 },
  hasDemoPeople: true,
}

/** The page as the server sends it: its settings in a script, and nothing else. */
function resetPage() {
  const script = Object.assign(document.createElement('script'), { type: 'application/json', id: 'office' })
  script.textContent = JSON.stringify(settings)
  document.head.replaceChildren(script)
  // The body stays: the testing library holds on to it.
  document.body.replaceChildren()
  for (const name of document.body.getAttributeNames()) document.body.removeAttribute(name)
  sessionStorage.clear()
  localStorage.clear()
}

recordTests({ beforeEach, afterEach, afterAll }, lastTexts)
watchTexts()
// A toast, which most tests leave undrawn.
const forget = onNotice(({ body }) => cover(body ? [`text ${body}`] : []))

if (globalThis.document) {
  resetPage()
  // jsdom knows the element, but not how it opens.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
  afterEach(() => {
    cleanup()
    const missing = endAnswers()
    if (missing) throw new Error(missing)
  })
}

afterAll(async () => {
  forget()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  if (!globalThis.document) return
  const { uploadedFiles, forgetUploads } = await import('#lib/files/uploaded-files.ts')
  forgetUploads(uploadedFiles())
  resetPage()
})
