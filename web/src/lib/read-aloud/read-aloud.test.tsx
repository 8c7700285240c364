import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../i18n/texts.ts'
import { partsOf, sentencesOf } from './page-parts.ts'
import { ReadAloud } from './read-aloud.tsx'
import { voiceFor } from './voices.ts'

/** A voice that says nothing and remembers what it was asked to say; jsdom has none. */
class SilentUtterance {
  lang = ''
  voice: unknown
  onend: (() => void) | undefined
  onerror: (() => void) | undefined
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
let spoken: SilentUtterance[] = []
let voices: { lang: string; localService: boolean }[] = []
let current: SilentUtterance | undefined
const endSentence = () => act(() => current?.onend?.())

beforeAll(() => loadTexts('it'))
beforeEach(() => {
  spoken = []
  voices = [{ lang: 'it-IT', localService: true }]
  current = undefined
  vi.stubGlobal('SpeechSynthesisUtterance', SilentUtterance)
  vi.stubGlobal('speechSynthesis', {
    getVoices: () => voices,
    speak: (utterance: SilentUtterance) => {
      spoken.push(utterance)
      current = utterance
    },
    cancel: () => {
      current?.onerror?.()
      current = undefined
    },
  })
  document.documentElement.lang = 'it'
})
afterEach(() => vi.unstubAllGlobals())

const page = `<h1>Titolo</h1><p>Prima frase. Seconda <strong>frase</strong>.</p><nav><ul><li>Menu</li></ul></nav>
<label>Nome</label><button>Avanti</button><p lang="ar">مرحبا</p><p hidden>Nascosto</p><ul><li>Voce <p>interna</p></li></ul>`

const Page = ({ path = '/aiuto' }) => (
  <>
    <ReadAloud path={path} />
    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a page of this test */}
    <main dangerouslySetInnerHTML={{ __html: page }} />
  </>
)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('headings, paragraphs, labels and lists are read in order, each in its language, and no buttons', () => {
  const main = Object.assign(document.createElement('main'), { innerHTML: page })
  expect(partsOf(main, 'it')).toEqual([
    { text: 'Titolo', lang: 'it' },
    { text: 'Prima frase. Seconda frase.', lang: 'it' },
    { text: 'Nome', lang: 'it' },
    { text: 'مرحبا', lang: 'ar' },
    { text: 'Voce', lang: 'it' },
    { text: 'interna', lang: 'it' },
  ])
  expect(sentencesOf([{ text: 'Una. Due? تین۔ Fine', lang: 'it' }]).map(({ text }) => text)).toEqual([
    'Una.',
    'Due?',
    'تین۔',
    'Fine',
  ])
})

test.each([
  ['it', 'it-IT'],
  ['fr', 'fr_CA'],
  ['ar', undefined],
  ['en', undefined],
])('the voice for %s is %s: of the language, and of the device itself', (lang, expected) => {
  const some = [
    { lang: 'en-GB', localService: false },
    { lang: 'it-IT', localService: true },
    { lang: 'fr_CA', localService: true },
  ]
  expect(voiceFor(some, lang)?.lang).toBe(expected)
})

test('nothing is read before the button is pressed; reading pauses, resumes with its sentence and stops', async () => {
  render(<Page />)
  expect(spoken).toEqual([])
  await press('Ascolta')
  expect(spoken.at(-1)?.text).toBe('Titolo')
  endSentence()
  expect(spoken.at(-1)).toMatchObject({ text: 'Prima frase.', lang: 'it', voice: { lang: 'it-IT' } })
  await press('Pausa')
  expect(current).toBeUndefined()
  await press('Riprendi')
  expect(spoken.at(-1)?.text).toBe('Prima frase.')
  await press('Ferma')
  expect(current).toBeUndefined()
  expect(screen.queryByRole('button', { name: 'Ferma' })).toBeNull()
  await press('Ascolta')
  expect(spoken.at(-1)?.text).toBe('Titolo')
})

test('a page that the browser translated is read in its translation', async () => {
  render(<Page />)
  document.documentElement.lang = 'de'
  const [heading] = document.querySelectorAll('h1')
  if (heading) heading.innerHTML = '<font>Überschrift</font>'
  voices.push({ lang: 'de-DE', localService: true })
  await press('Ascolta')
  expect(spoken.at(-1)).toMatchObject({ text: 'Überschrift', lang: 'de', voice: { lang: 'de-DE' } })
})

test('what the device has no voice for is not read: another voice would send it to a server', async () => {
  render(<Page />)
  await press('Ascolta')
  for (let sentence = 0; sentence < 7; sentence++) endSentence()
  expect(spoken.map(({ lang }) => lang)).not.toContain('ar')
  document.documentElement.lang = 'de'
  voices.push({ lang: 'de-DE', localService: false })
  spoken = []
  await press('Ascolta')
  expect(spoken).toEqual([])
  expect(screen.queryByRole('button', { name: 'Ferma' })).toBeNull()
})

test('another page, the end of the page and its unload stop the reading', async () => {
  const { rerender, unmount } = render(<Page />)
  await press('Ascolta')
  rerender(<Page path="/contatti" />)
  expect(current).toBeUndefined()
  await press('Ascolta')
  act(() => {
    dispatchEvent(new Event('pagehide'))
  })
  expect(current).toBeUndefined()
  await press('Ascolta')
  for (let sentence = 0; sentence < 7; sentence++) endSentence()
  expect(screen.getByRole('button', { name: 'Ascolta' })).toBeTruthy()
  await press('Ascolta')
  unmount()
  expect(current).toBeUndefined()
})
