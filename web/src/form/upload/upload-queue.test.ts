import type { ScanOutcome } from '@portal/contract'
import { expect, test, vi } from 'vitest'

const { CallError } = await import('#lib/api/call-error.ts')
const { createUploadQueue } = await import('./upload-queue.ts')
const { isUploading } = await import('./upload-rules.ts')
type Options = Parameters<typeof createUploadQueue>[0]
type TraceReader = NonNullable<Options['traces']>

const idOf = (name: string) => `id-${name}`
const acceptedAnswer = (file: File, id = idOf(file.name)): ScanOutcome => ({
  code: 'SUCCESS_ANTIVIRUS',
  attachment: { id, name: file.name, extension: 'pdf', size: file.size, digest: `sha-${file.size}` },
})
const pdf = (name: string, content = name) => new File([content], name)
const sized = (name: string, size: number) => Object.defineProperty(new File(['x'], name), 'size', { value: size })

const noTraces: TraceReader = {
  find: async () => ({ hasPlace: false, hasAuthor: false, canRemove: false }),
  remove: async () => undefined,
}
/** Every file has a place, until it is removed. */
const photos: TraceReader = {
  find: async () => ({ hasPlace: true, hasAuthor: false, canRemove: true }),
  remove: async ({ name }) => new File(['cleaned'], name),
}

function open(options: Partial<Options> = {}) {
  const queue = createUploadQueue({
    area: 'report',
    most: 5,
    send: async (file) => acceptedAnswer(file),
    remove: async () => true,
    digest: async (file) => file.text(),
    traces: noTraces,
    ...options,
  })
  return {
    queue,
    accepted: () => queue.get().accepted.map(({ name }) => name),
    states: () => queue.get().uploads.map(({ state }) => state.kind),
    errors: () => queue.get().uploads.map(({ state }) => (state.kind === 'refused' ? state.error : undefined)),
    settled: () => vi.waitFor(() => expect(isUploading(queue.get())).toBe(false)),
  }
}

/** A server that answers when the test releases the response. */
function slowServer() {
  const calls: {
    file: File
    signal: AbortSignal
    onProgress: (p: number) => void
    answer: (o: ScanOutcome) => void
  }[] = []
  const send: Options['send'] = (file, { signal, onProgress }) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      calls.push({ file, signal, onProgress, answer: resolve })
    })
  return { calls, send }
}

test('several files are kept, each reported to the form and announced', async () => {
  const onChange = vi.fn()
  const { queue, accepted, settled } = open({ onChange })
  queue.add([pdf('a.pdf'), pdf('bb.pdf')])
  await settled()
  expect(accepted()).toEqual(['a.pdf', 'bb.pdf'])
  expect(onChange).toHaveBeenLastCalledWith(queue.get().accepted)
  expect(queue.get().news).toMatchObject({ kind: 'accepted', file: { name: 'bb.pdf' } })
})

test.each([
  ['programma.exe', 10, 'ESTENSIONE_ERROR'],
  ['archivio.zip', 10, 'ESTENSIONE_ERROR'],
  ['senza-punto', 10, 'ESTENSIONE_ERROR'],
  ['vuoto.pdf', 0, 'FILE_VUOTO'],
  ['grande.pdf', 20_971_521, 'DIMENSIONE_ERROR'],
] as const)('%s of %d bytes is refused before anything is sent', async (name, size, code) => {
  const send = vi.fn<Options['send']>(async (file) => acceptedAnswer(file))
  const { queue, errors, settled } = open({ send })
  queue.add([sized(name, size)])
  await settled()
  expect(errors()).toEqual([{ code }])
  expect(send).not.toHaveBeenCalled()
})

test('a file of exactly 20 MB is sent', async () => {
  const { queue, accepted, settled } = open()
  queue.add([sized('giusto.pdf', 20_971_520)])
  await settled()
  expect(accepted()).toEqual(['giusto.pdf'])
})

test('a sixth file is turned away on a row of its own, and taken once there is room for it', async () => {
  const { queue, accepted, errors, settled } = open()
  queue.add(['1', '22', '333', '4444', '55555', '666666'].map((name) => pdf(`${name}.pdf`)))
  expect(queue.get()).toMatchObject({ isFull: true, news: { kind: 'full' } })
  await settled()
  expect(accepted()).toHaveLength(5)
  expect(errors()).toEqual([{ message: 'allegati_al_limite' }])
  const [sixth] = queue.get().uploads
  expect(sixth).toMatchObject({ file: { name: '666666.pdf' }, state: { canRetry: true } })
  queue.retry(sixth?.key ?? 0)
  expect(errors()).toEqual([{ message: 'allegati_al_limite' }])
  await queue.remove(idOf('1.pdf'))
  expect(queue.get()).toMatchObject({ isFull: false, news: { kind: 'removed', name: '1.pdf' } })
  queue.retry(sixth?.key ?? 0)
  await settled()
  expect(accepted()).toContain('666666.pdf')
})

test('the same content under another name is a repeat, of a kept file and of one on its way', async () => {
  const { queue, accepted, errors, settled } = open({
    send: async (file) => ({
      code: 'SUCCESS_ANTIVIRUS',
      attachment: { id: file.name, name: file.name, extension: 'pdf', size: 4, digest: await file.text() },
    }),
  })
  queue.add([pdf('a.pdf', 'uguale'), pdf('b.pdf', 'uguale')])
  await settled()
  queue.add([pdf('c.pdf', 'uguale')])
  await settled()
  expect(accepted()).toEqual(['a.pdf'])
  expect(errors()).toEqual([{ message: 'allegato_ripetuto' }, { message: 'allegato_ripetuto' }])
})

test('where the browser cannot reckon, name and size tell a repeat', async () => {
  const send: Options['send'] = async (file) => acceptedAnswer(file, `id-${file.name}-${file.size}`)
  const { queue, accepted, errors, settled } = open({ digest: async () => undefined, send })
  queue.add([pdf('a.pdf', '1234')])
  await settled()
  queue.add([pdf('a.pdf', '5678'), pdf('a.pdf', '12345'), pdf('b.pdf', '1234')])
  await settled()
  expect(accepted()).toEqual(['a.pdf', 'a.pdf', 'b.pdf'])
  expect(errors()).toEqual([{ message: 'allegato_ripetuto' }])
})

test('what the server knows already is a repeat, whatever it is called', async () => {
  const { queue, accepted, errors, settled } = open({
    digest: async () => undefined,
    send: async (file) => acceptedAnswer(file, 'id-1'),
  })
  queue.add([pdf('a.pdf')])
  await settled()
  queue.add([pdf('copia.pdf')])
  await settled()
  expect(accepted()).toEqual(['a.pdf'])
  expect(errors()).toEqual([{ message: 'allegato_ripetuto' }])
})

test('two files travel at a time, and how far each has come is shown', async () => {
  const { calls, send } = slowServer()
  const { queue, states, accepted } = open({ send })
  queue.add(['a', 'b', 'c'].map((name) => pdf(`${name}.pdf`)))
  await vi.waitFor(() => expect(calls).toHaveLength(2))
  expect(states()).toEqual(['sending', 'sending', 'waiting'])
  calls[0]?.onProgress(40)
  expect(queue.get().uploads[0]?.state).toEqual({ kind: 'sending', percent: 40 })
  calls[0]?.onProgress(100)
  expect(states()[0]).toBe('checking')
  calls[0]?.answer(acceptedAnswer(pdf('a.pdf')))
  await vi.waitFor(() => expect(calls).toHaveLength(3))
  expect(accepted()).toEqual(['a.pdf'])
})

test('a file that is cancelled stops, leaves the list, and gives way to the next', async () => {
  const { calls, send } = slowServer()
  const { queue } = open({ send })
  queue.add(['a', 'b', 'c'].map((name) => pdf(`${name}.pdf`)))
  await vi.waitFor(() => expect(calls).toHaveLength(2))
  queue.cancel(queue.get().uploads[0]?.key ?? -1)
  await vi.waitFor(() => expect(calls).toHaveLength(3))
  expect(calls[0]?.signal.aborted).toBe(true)
  expect(queue.get().uploads.map(({ file }) => file.name)).toEqual(['b.pdf', 'c.pdf'])
})

test.each([
  ['VIRUS_FOUND', false],
  ['ESTENSIONE_ERROR', false],
  ['FILE_ESEGUIBILE', false],
  ['FILE_VUOTO', false],
  ['DIMENSIONE_ERROR', false],
  ['TIPO_ERROR', false],
  ['ERROR_SYSTEM', true],
  ['ERROR_SAVE', true],
  ['ERROR_SCMIS', true],
  ['TIMEOUT_ANTIVIRUS', true],
] as const)('the outcome %s is shown, and can be tried again: %s', async (code, canRetry) => {
  const { queue, settled } = open({ send: async () => ({ code }) })
  queue.add([pdf('a.pdf')])
  await settled()
  expect(queue.get().uploads[0]?.state).toEqual({ kind: 'refused', error: { code }, canRetry })
})

test.each([
  ['no answer', new CallError(0), { lost: true, reason: undefined }],
  ['too many', new CallError(429, 'troppe_richieste', 'Aspetta'), { lost: true, reason: 'Aspetta' }],
  ['too large for the server', new CallError(413), { code: 'DIMENSIONE_ERROR' }],
  ['a fault of the server', new CallError(500), { code: 'ERROR_SYSTEM' }],
  ['a fault of the program', new TypeError('x'), { code: 'ERROR_SYSTEM' }],
  [
    'a repeat that the server sees',
    new CallError(400, 'dati_non_validi', '', [{ campo: 'file', codice: 'allegato_ripetuto', messaggio: '' }]),
    { message: 'allegato_ripetuto' },
  ],
] as const)('%s is shown as what it is', async (_name, error, fieldError) => {
  const { queue, errors, settled } = open({ send: () => Promise.reject(error) })
  queue.add([pdf('a.pdf')])
  await settled()
  expect(errors()).toEqual([fieldError])
})

test('a retry is sent under the same key', async () => {
  const keys: string[] = []
  const send: Options['send'] = async (file, { senderKey }) => {
    keys.push(senderKey)
    if (keys.length === 1) throw new CallError(0)
    return acceptedAnswer(file)
  }
  const { queue, accepted, settled } = open({ send })
  queue.add([pdf('a.pdf')])
  await settled()
  queue.retry(queue.get().uploads[0]?.key ?? -1)
  await settled()
  expect(accepted()).toEqual(['a.pdf'])
  expect(keys[1]).toBe(keys[0])
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
})

test.each([async () => false, () => Promise.reject(new Error('away'))])(
  'a file that the server does not delete stays, and is said so',
  async (remove) => {
    const { queue, accepted } = open({ remove, accepted: [{ id: '1', name: 'a.pdf', size: 1 }] })
    await queue.remove('1')
    expect(accepted()).toEqual(['a.pdf'])
    expect(queue.get().news).toMatchObject({ kind: 'notRemoved' })
  },
)

test('a form that was sent or wiped forgets its files without telling it that they changed', async () => {
  const onChange = vi.fn()
  const { calls, send } = slowServer()
  const { queue, accepted } = open({ send, onChange, accepted: [{ id: '1', name: 'a.pdf', size: 1 }] })
  queue.add([pdf('b.pdf')])
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  queue.clear()
  expect(accepted()).toEqual([])
  expect(calls[0]?.signal.aborted).toBe(true)
  await Promise.resolve()
  expect(queue.get().uploads).toEqual([])
  expect(onChange).not.toHaveBeenCalled()
})

test('an anonymous sender is asked before a photo with a place is sent, and sends it without', async () => {
  const { calls, send } = slowServer()
  const { queue, states } = open({ send, traces: photos, asksForTraces: () => true })
  queue.add([pdf('foto.jpg'), pdf('altra.jpg')])
  await vi.waitFor(() => expect(states()).toEqual(['asking', 'asking']))
  expect(queue.get().news).toMatchObject({ kind: 'asking' })
  expect(calls).toEqual([])
  await queue.decide(queue.get().uploads[0]?.key ?? 0, 'removed')
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  expect(await calls[0]?.file.text()).toBe('cleaned')
  calls[0]?.answer(acceptedAnswer(calls[0].file))
  await vi.waitFor(() => expect(queue.get().accepted).toMatchObject([{ name: 'foto.jpg', isCleaned: true }]))
  expect(queue.canClean('id-foto.jpg')).toBe(false)
  await queue.decide(queue.get().uploads[0]?.key ?? 0, 'kept')
  await vi.waitFor(() => expect(calls).toHaveLength(2))
  expect(await calls[1]?.file.text()).toBe('altra.jpg')
})

test('a file from which place and author cannot be removed says so, and asks on', async () => {
  const { queue, states } = open({ traces: { ...photos, remove: async () => undefined }, asksForTraces: () => true })
  queue.add([pdf('foto.jpg')])
  await vi.waitFor(() => expect(states()).toEqual(['asking']))
  await queue.decide(queue.get().uploads[0]?.key ?? 0, 'removed')
  expect(queue.get().uploads[0]?.state).toMatchObject({ kind: 'asking', traces: { canRemove: false } })
  expect(queue.get().news).toMatchObject({ kind: 'notCleaned', name: 'foto.jpg' })
})

test('anybody else is not asked, and may exchange the file for one without', async () => {
  const sent: string[] = []
  const removed: string[] = []
  const { queue, accepted, settled } = open({
    traces: photos,
    send: async (file) => {
      sent.push(await file.text())
      return acceptedAnswer(file, `id-${sent.length}`)
    },
    remove: async (id) => removed.push(id) > 0,
  })
  queue.add([pdf('foto.jpg')])
  await settled()
  expect(queue.canClean('id-1')).toBe(true)
  await queue.clean('id-1')
  await settled()
  expect({ sent, removed, accepted: accepted() }).toEqual({
    sent: ['foto.jpg', 'cleaned'],
    removed: ['id-1'],
    accepted: ['foto.jpg'],
  })
  expect(queue.get().accepted[0]).toMatchObject({ id: 'id-2', isCleaned: true })
  expect(queue.canClean('id-2')).toBe(false)
})

test('a file that the server does not give back stays as it is', async () => {
  const { queue, settled } = open({ traces: photos, remove: async () => false })
  queue.add([pdf('foto.jpg')])
  await settled()
  await queue.clean('id-foto.jpg')
  expect(queue.get().accepted).toHaveLength(1)
  expect(queue.get().news).toMatchObject({ kind: 'notRemoved' })
})
