import type { Language } from '@portal/contract'
import { beforeEach, expect, test, vi } from 'vitest'

const { createDraftStore, holdsText } = await import('./draft-store.ts')
const { uploadedFiles, noteUploaded, forgetUploads } = await import('#lib/files/uploaded-files.ts')

const file = (digit: string) => ({
  id: `${digit.repeat(8)}-0000-4000-8000-000000000000`,
  name: `${digit}.pdf`,
  size: 9,
})
const receipt = { caseId: 1, code: 'TAG-2026-000001', pin: 'ABCDE-FGHIJ' }

let time: number
const open = (language: Language = 'it') => createDraftStore({ slug: 'x', language: () => language, now: () => time })
let taken: string[]

beforeEach(() => {
  time = 1_000_000
  taken = []
  sessionStorage.clear()
  forgetUploads(uploadedFiles())
  Object.defineProperty(navigator, 'sendBeacon', {
    configurable: true,
    value: (url: string, body: Blob) => {
      void body.text().then((text) => taken.push(`${url} ${text}`))
      return true
    },
  })
})

test('two changes at once are both kept: the second sees the first', () => {
  const store = open()
  const { set } = store
  set('firstName', 'Aïcha')
  set('lastName', 'Ben Alì')
  expect(store.get().draft).toMatchObject({ firstName: 'Aïcha', lastName: 'Ben Alì' })
})

test('a reload keeps the draft, another tab has none of it', () => {
  open().set('message', 'Prima del ricarico')
  expect(open().get().draft.message).toBe('Prima del ricarico')
  sessionStorage.clear()
  expect(open().get().draft.message).toBeUndefined()
})

test('each change is sent under a new key, a retry of the same text under the same one', () => {
  const store = open()
  const { senderKey } = store.get()
  store.touch()
  expect(store.get().senderKey).toBe(senderKey)
  store.set('message', 'Altro')
  expect(store.get().senderKey).not.toBe(senderKey)
  expect(open().get().senderKey).toBe(store.get().senderKey)
})

test('what hangs on a choice is emptied with it, at any depth', () => {
  const store = open()
  store.set('region', 12)
  store.set('province', 58)
  store.set('city', 8501)
  store.set('region', 3)
  expect(store.get().draft).toMatchObject({ region: 3, province: undefined, city: undefined })
})

test.each([
  ['it', 1],
  ['en', 2],
  ['fr', 3],
  ['es', 4],
  ['ar', 6],
  ['ur', 10],
] as const)('a form opened in %s is answered in that language, unless the user chooses another', (language, id) => {
  expect(open(language).get().draft.language).toBe(id)
})

test('the language of the answer follows the page, and stays where somebody chose it', () => {
  const store = open('it')
  store.set('message', 'Resta')
  store.followLanguage('it', 'ar')
  expect(store.get().draft).toMatchObject({ language: 6, message: 'Resta' })
  store.set('language', 3)
  store.followLanguage('ar', 'en')
  expect(store.get().draft.language).toBe(3)
})

test('what is drawn beforehand is an empty draft in the language of the page, and always the same', () => {
  open('ar').set('message', 'Testo')
  const store = open('ar')
  expect(store.getUnwritten().draft).toEqual({ language: 6, profile: 3, nation: 105, organisationNation: 105 })
  expect(store.getUnwritten()).toBe(store.getUnwritten())
})

test("'Azzera' leaves nothing in the tab and takes the files back", async () => {
  const store = open()
  noteUploaded(file('1').id)
  store.set('attachments', [file('1')])
  store.set('message', 'Segreto')
  const begun = vi.fn()
  store.onBegin(begun)
  store.reset()
  expect(begun).toHaveBeenCalledOnce()
  expect(JSON.stringify(sessionStorage)).not.toContain('Segreto')
  expect(uploadedFiles()).toEqual([])
  await vi.waitFor(() =>
    expect(taken).toEqual([`/x/api/v1/noauth/allegati ${JSON.stringify({ allegati: [{ cmis_id: file('1').id }] })}`]),
  )
})

test('a report that was sent keeps its receipt and its files; the next draft is empty', () => {
  const store = open()
  noteUploaded(file('2').id)
  store.set('attachments', [file('2')])
  store.finish(receipt)
  expect(store.get()).toMatchObject({ receipt, draft: { profile: 3 } })
  expect(store.get().draft.attachments).toBeUndefined()
  expect(uploadedFiles()).toEqual([])
  expect(taken).toEqual([])
  expect(open().get().receipt).toEqual(receipt)
})

test('code and pin go when nobody was in front of them for half an hour, on whatever page, and when they are hidden', () => {
  const minutes = (count: number) => count * 60_000
  const store = open()
  store.finish(receipt)
  time += minutes(29)
  store.touch()
  time += minutes(29)
  expect(open().get()).toMatchObject({ receipt, isReceiptHidden: false })
  time += minutes(1)
  expect(open().get()).toMatchObject({ receipt: undefined, isReceiptHidden: true, isLapsed: false })
  expect(JSON.stringify(sessionStorage)).not.toContain(receipt.pin)
  // The tab that has them open, once its latest sign is surely written down.
  store.expire()
  expect(store.get().receipt).toEqual(receipt)
  time += minutes(1)
  store.expire()
  expect(store.get()).toMatchObject({ receipt: undefined, isReceiptHidden: true })

  store.finish(receipt)
  store.hideReceipt()
  expect(store.get()).toMatchObject({ receipt: undefined, isReceiptHidden: true })
  expect(JSON.stringify(sessionStorage)).not.toContain(receipt.pin)
})

test('an idle draft is wiped, and a returning user sees the notice until they type', () => {
  const store = open()
  store.set('message', 'Dimenticato')
  store.lapse()
  expect(store.get()).toMatchObject({ isLapsed: true, draft: { profile: 3 } })
  expect(store.get().draft.message).toBeUndefined()
  store.set('message', 'Di nuovo')
  expect(store.get().isLapsed).toBe(false)
})

test('a draft that was left for half an hour on another page is not there any more', () => {
  const minutes = (count: number) => count * 60_000
  open().set('message', 'Lasciato')
  time += minutes(29)
  const store = open()
  expect(store.get().draft.message).toBe('Lasciato')
  store.touch()
  time += minutes(29)
  expect(open().get().draft.message).toBe('Lasciato')
  time += minutes(1)
  expect(open().get()).toMatchObject({ isLapsed: true })
  expect(JSON.stringify(sessionStorage)).not.toContain('Lasciato')
})

test('only words and files are worth a question before the tab closes', () => {
  expect(holdsText(open().get().draft)).toBe(false)
  expect(holdsText({ profile: 1, anonymous: true, region: 3, message: '' })).toBe(false)
  expect(holdsText({ message: 'a' })).toBe(true)
  expect(holdsText({ attachments: [file('3')] })).toBe(true)
})
