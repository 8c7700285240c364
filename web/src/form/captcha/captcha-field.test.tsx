import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'

const { loadTexts, loadTextsOf } = await import('#lib/i18n/texts.ts')
const { CaptchaField } = await import('./captcha-field.tsx')
const { useCaptcha } = await import('./use-captcha.ts')

/** As the server keeps it: what was given already begins a new challenge, of which nothing was given yet. */
let server: {
  challenge: number
  given: Set<string>
  tries: number
  lapsed: boolean
  isAway: boolean
  isBusy: boolean
  hasCookie: boolean
  asked: string[]
}
const answerOf = (challenge: number) => String(challenge).repeat(6)

function give(kind: string) {
  if (server.given.has(kind) || server.lapsed) {
    Object.assign(server, { challenge: server.challenge + 1, given: new Set(), tries: 0, lapsed: false })
  }
  server.given.add(kind)
  return `${kind} ${server.challenge}`
}

function judge(answer: string) {
  const cookie = { cookie_ricevuto: server.hasCookie }
  if (!server.hasCookie || server.lapsed || server.tries >= 5)
    return { corretto: false, tentativi_rimasti: 0, secondi_rimasti: 0, ...cookie }
  server.tries += 1
  const left = { tentativi_rimasti: 5 - server.tries, secondi_rimasti: 600, ...cookie }
  return { corretto: answer.replaceAll(' ', '') === answerOf(server.challenge), ...left }
}

const urls = new Map<string, string>()
beforeAll(async () => {
  await loadTexts()
  await loadTextsOf('wizard')
})
beforeEach(() => {
  server = {
    challenge: 1,
    given: new Set(),
    tries: 0,
    lapsed: false,
    isAway: false,
    isBusy: false,
    hasCookie: true,
    asked: [],
  }
  urls.clear()
  const unlessAway = (kind: string, answer: () => Response | { result: unknown }) => {
    server.asked.push(kind)
    if (server.isBusy) return { status: 429, errorCode: 'troppe_richieste' }
    return server.isAway ? { status: 0 } : answer()
  }
  answerCalls({
    'GET /v1/captcha/checkCaptcha': ({ query }) =>
      unlessAway('check', () => ({ result: judge(String(query.get('answer'))) })),
    'GET /v1/captcha': ({ query }) => {
      expect(query.get('lang')).toBe('it')
      const type = String(query.get('type'))
      return unlessAway(type, () => new Response(give(type)))
    },
  })
  let number = 0
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => {
        const url = `blob:${++number}`
        void blob.text().then((text) => urls.set(url, text))
        return url
      },
      revokeObjectURL: (url: string) => urls.delete(url),
    }),
  )
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function Form({ onSolved }: { onSolved: (isSolved: boolean) => void }) {
  const captcha = useCaptcha()
  return (
    <>
      <CaptchaField id="captcha" captcha={captcha} error={undefined} />
      <button type="button" onClick={() => void captcha.solve().then(onSolved)}>
        invia
      </button>
    </>
  )
}

async function draw() {
  const onSolved = vi.fn()
  const user = userEvent.setup()
  const { container, unmount } = render(<Form onSolved={onSolved} />)
  await screen.findByRole('img')
  const send = async (answer: string) => {
    await user.clear(screen.getByRole('textbox'))
    if (answer) await user.type(screen.getByRole('textbox'), answer)
    await user.click(screen.getByRole('button', { name: 'invia' }))
  }
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  const shown = () => urls.get(container.querySelector('img')?.getAttribute('src') ?? '')
  const heard = () => urls.get(container.querySelector('audio')?.getAttribute('src') ?? '')
  return { onSolved, send, press, shown, heard, unmount, container }
}

test('the image says what to do and that there is a sound; the field asks for figures and is not filled in', async () => {
  const { shown } = await draw()
  expect(screen.getByRole('img').getAttribute('alt')).toMatch(/6 cifre.*ascolta le cifre/i)
  const field = screen.getByRole('textbox', { name: /Scrivi le 6 cifre/ })
  expect(field.getAttribute('inputmode')).toBe('numeric')
  expect(field.getAttribute('autocomplete')).toBe('off')
  expect(field.getAttribute('dir')).toBe('ltr')
  await vi.waitFor(() => expect(shown()).toBe('image 1'))
  expect(server.asked).toEqual(['image'])
})

test('the right answer solves it, and is not asked about again while it lasts', async () => {
  const { send, onSolved } = await draw()
  await send('111 111')
  await vi.waitFor(() => expect(onSolved).toHaveBeenLastCalledWith(true))
  expect(await screen.findByText('Verifica superata.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'invia' }))
  await vi.waitFor(() => expect(onSolved).toHaveBeenCalledTimes(2))
  expect(server.asked.filter((what) => what === 'check')).toHaveLength(1)
})

test('a wrong answer says how many tries are left; after the last a new image comes', async () => {
  const { send, shown, onSolved } = await draw()
  await send('999999')
  expect(await screen.findByText('Il codice non è corretto. Ti restano 4 tentativi.')).toBeTruthy()
  expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true')
  for (const left of [3, 2, 1]) {
    await send('999999')
    await screen.findByText(
      left === 1 ? /Ti resta 1 tentativo/ : `Il codice non è corretto. Ti restano ${left} tentativi.`,
    )
  }
  await send('999999')
  expect(await screen.findByText(/tentativi sono finiti/)).toBeTruthy()
  await vi.waitFor(() => expect(shown()).toBe('image 2'))
  expect(screen.getByRole('textbox')).toHaveProperty('value', '')
  await send('222222')
  await vi.waitFor(() => expect(onSolved).toHaveBeenLastCalledWith(true))
})

test('the sound is of the same challenge as the image, and is played when it comes', async () => {
  const { press, heard, shown, send, onSolved } = await draw()
  expect(screen.queryByRole('img')).toBeTruthy()
  await press('Ascolta le cifre')
  await vi.waitFor(() => expect(heard()).toBe('audio 1'))
  await vi.waitFor(() => expect(HTMLMediaElement.prototype.play).toHaveBeenCalledOnce())
  expect(shown()).toBe('image 1')
  await send('111111')
  await vi.waitFor(() => expect(onSolved).toHaveBeenLastCalledWith(true))
})

test('a new sound brings the image that belongs to it; a new image forgets the sound', async () => {
  const { press, heard, shown } = await draw()
  await press('Ascolta le cifre')
  await vi.waitFor(() => expect(heard()).toBe('audio 1'))
  await press('Nuovo audio')
  await vi.waitFor(() => expect(heard()).toBe('audio 2'))
  expect(shown()).toBe('image 2')
  await press('Nuova immagine')
  await vi.waitFor(() => expect(shown()).toBe('image 3'))
  expect(heard()).toBeUndefined()
  expect(screen.getByText("C'è una nuova immagine con nuove cifre.")).toBeTruthy()
  await press('Ascolta le cifre')
  await vi.waitFor(() => expect(heard()).toBe('audio 3'))
  expect(shown()).toBe('image 3')
})

test('an image that does not come is said so; the sound goes without it, and both agree afterwards', async () => {
  server.isAway = true
  const { container } = render(<Form onSolved={vi.fn()} />)
  expect(await screen.findByText(/L'immagine non si è caricata/)).toBeTruthy()
  server.isAway = false
  await userEvent.click(screen.getByRole('button', { name: 'Ascolta le cifre' }))
  const sound = () => urls.get(container.querySelector('audio')?.getAttribute('src') ?? '')
  await vi.waitFor(() => expect(sound()).toBe('audio 1'))
  await userEvent.click(screen.getByRole('button', { name: 'Nuova immagine' }))
  await screen.findByRole('img')
  expect(sound()).toBe('audio 1')
  await vi.waitFor(() => expect(urls.get(screen.getByRole('img').getAttribute('src') ?? '')).toBe('image 1'))
  await userEvent.click(screen.getByRole('button', { name: 'Nuovo audio' }))
  await vi.waitFor(() => expect(sound()).toBe('audio 2'))
  expect(urls.get(screen.getByRole('img').getAttribute('src') ?? '')).toBe('image 2')
})

test('a challenge that expired on the server is replaced by a new one, with a polite message', async () => {
  const { send, shown, onSolved } = await draw()
  server.lapsed = true
  await send('111111')
  expect(await screen.findByText(/Il codice era scaduto.*non è andato perso/)).toBeTruthy()
  await vi.waitFor(() => expect(shown()).toBe('image 2'))
  expect(onSolved).toHaveBeenLastCalledWith(false)
})

test('a browser that keeps no cookies is named as the reason, with the ways out; once it keeps them, the answer counts', async () => {
  const { send, shown, onSolved } = await draw()
  server.hasCookie = false
  for (const image of ['image 2', 'image 3']) {
    await send('111111')
    await screen.findByText(/blocca i cookie di questo sito.*chiama 800 12 34 56/)
    await vi.waitFor(() => expect(shown()).toBe(image))
  }
  expect(screen.queryByText(/era scaduto/)).toBeNull()
  server.hasCookie = true
  await send('333333')
  await vi.waitFor(() => expect(onSolved).toHaveBeenLastCalledWith(true))
})

test('a busy server says that it is busy, and sending does not claim that the code expired', async () => {
  server.isBusy = true
  render(<Form onSolved={vi.fn()} />)
  await screen.findByText(/molte richieste: non dipende da te/)
  await userEvent.click(screen.getByRole('button', { name: 'invia' }))
  await screen.findByText(/Le cifre non si erano caricate: non dipende da te/)
  expect(screen.queryByText(/scaduto/)).toBeNull()
})

test('a challenge that nobody answers in ten minutes is replaced without being asked for', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { shown } = await draw()
  await vi.waitFor(() => expect(shown()).toBe('image 1'))
  await vi.advanceTimersByTimeAsync(605_000)
  await vi.waitFor(() => expect(shown()).toBe('image 2'))
  expect(screen.getByText(/Il codice era scaduto/)).toBeTruthy()
})

test('an empty answer costs no try', async () => {
  const { send, onSolved } = await draw()
  await send('')
  await vi.waitFor(() => expect(onSolved).toHaveBeenLastCalledWith(false))
  expect(within(document.body).getByText('Campo obbligatorio: scrivi le cifre del codice di verifica')).toBeTruthy()
  expect(server.asked).toEqual(['image'])
})

test('what was fetched is given back when the page goes', async () => {
  const { press, heard, unmount } = await draw()
  await press('Ascolta le cifre')
  await vi.waitFor(() => expect(heard()).toBe('audio 1'))
  unmount()
  expect(urls.size).toBe(0)
})

test('a challenge that did not come for want of a network is asked for again once there is one', async () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  server.isAway = true
  render(<Form onSolved={vi.fn()} />)
  await screen.findByText(/L'immagine non si è caricata/)
  server.isAway = false
  isOnline.mockReturnValue(true)
  act(() => void dispatchEvent(new Event('online')))
  expect(await screen.findByRole('img')).toBeTruthy()
})
