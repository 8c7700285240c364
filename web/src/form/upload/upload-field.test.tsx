import { type ScanOutcome, scanCodes } from '@portal/contract'
import italian from '@portal/contract/texts/it.json'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'

const { onNotice } = await import('#lib/page/notices.ts')
const { loadTexts, loadTextsOf } = await import('#lib/i18n/texts.ts')
const { createUploadQueue } = await import('./upload-queue.ts')
const { UploadField } = await import('./upload-field.tsx')
type Options = Parameters<typeof createUploadQueue>[0]

beforeAll(async () => {
  await loadTexts('it')
  await loadTextsOf('upload')
})

const accepted = (file: File): ScanOutcome => ({
  code: 'SUCCESS_ANTIVIRUS',
  isScanned: true,
  attachment: {
    id: file.name,
    name: file.name,
    extension: 'pdf',
    size: file.size,
    digest: file.name,
    warnings: ['macro'],
  },
})

function draw(options: Partial<Options> = {}) {
  const queue = createUploadQueue({
    area: 'report',
    most: 5,
    send: async (file) => accepted(file),
    remove: async () => true,
    digest: async (file) => file.name,
    traces: {
      find: async () => ({ hasPlace: false, hasAuthor: false, canRemove: false }),
      remove: async ({ name }) => new File(['cleaned'], name),
    },
    ...options,
  })
  const { container } = render(<UploadField id="files" label="Allegati" error={undefined} queue={queue} />)
  const input = container.querySelector<HTMLInputElement>('input[type=file]')
  const choose = (...files: File[]) => input && fireEvent.change(input, { target: { files } })
  return { queue, choose, container, input }
}
const pdf = (name: string) => new File([name], name)
const status = () => screen.getByRole('status')

test('the field says how many files it takes and how large, and offers the kinds that the area knows', () => {
  const { input } = draw()
  expect(screen.getByRole('group', { name: 'Allegati' })).toBeTruthy()
  expect(screen.getByText(/Numero massimo di file: 5.*\u206820.MB\u2069/)).toBeTruthy()
  expect(input?.accept).toContain('.pdf')
  expect(input?.accept).not.toContain('.exe')
  expect(input?.multiple).toBe(true)
})

test('a chosen file is listed with its size, its outcome and what its reader should know, and is read out', async () => {
  const { choose } = draw()
  choose(pdf('prova.pdf'))
  await screen.findByText(/contiene delle macro/)
  const row = screen.getByRole('listitem')
  expect(within(row).getByText(italian.antivirus.SUCCESS_ANTIVIRUS)).toBeTruthy()
  expect(row.textContent).toMatch(/prova\.pdf 9 byte/)
  expect(status().textContent).toBe(`prova.pdf: ${italian.antivirus.SUCCESS_ANTIVIRUS}`)
})

test('a file is said to have passed an antivirus only where one looked through it', async () => {
  const { choose } = draw({ send: async (file) => ({ ...accepted(file), isScanned: false }) })
  choose(pdf('prova.pdf'))
  expect(await screen.findByText('Il file è stato accettato')).toBeTruthy()
  expect(status().textContent).toBe('prova.pdf: Il file è stato accettato')
  expect(document.body.textContent).not.toMatch(/antivirus/i)
})

test('a dropped file is taken as well', async () => {
  const { container } = draw()
  const place = container.querySelector('.upload-drop') ?? container
  fireEvent.dragOver(place, { dataTransfer: { files: [] } })
  expect(place.className).toContain('upload-drop-over')
  fireEvent.drop(place, { dataTransfer: { files: [pdf('lanciato.pdf')] } })
  expect(await screen.findByText('lanciato.pdf', { selector: 'bdi' })).toBeTruthy()
})

/** Without the marks that set names and numbers apart. */
const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ').replaceAll(/[\u2068\u2069]/g, '')

test.each(scanCodes.filter((code) => code !== 'SUCCESS_ANTIVIRUS'))('%s has its sentence at the file', async (code) => {
  const { choose } = draw({ send: async () => ({ code }) })
  choose(pdf('a.pdf'))
  const sentence = italian.antivirus[code].replace('{{size}}', '20 MB')
  const row = await screen.findByRole('listitem')
  await vi.waitFor(() => expect(plain(row.textContent)).toContain(sentence))
  expect(plain(status().textContent)).toContain(`a.pdf: ${sentence}`)
})

// biome-ignore format: a table
test.each([
  ['ESTENSIONE_ERROR', 'messaggio.pst',   undefined,       'Salvalo in PDF, o fotografa lo schermo.'],
  ['TIPO_ERROR',       'messaggio.eml',   undefined,       'Stampa il messaggio in PDF, o fotografa lo schermo.'],
  ['FILE_ESEGUIBILE',  'messaggio.msg',   'programma.exe', 'Riguarda programma.exe, che è al suo interno. Stampa il messaggio in PDF, o fotografa lo schermo.'],
  ['CONTENUTO_ERROR',  'atto.pdf.p7m',    undefined,       'Allega il documento in PDF, senza firma.'],
  ['ESTENSIONE_ERROR', 'atti.zip',        undefined,       'Togli i file dall\'archivio e allegali uno per uno.'],
  ['ESTENSIONE_ERROR', 'pagina.html',     undefined,       'Salva la pagina in PDF, o fotografa lo schermo.'],
  ['DIMENSIONE_ERROR', 'film.mp4',        undefined,       'Allega solo la parte che conta, o una copia più piccola.'],
  ['FILE_VUOTO',       'atto.pdf',        undefined,       'Controlla di aver scelto il file giusto.'],
  ['PASSWORD_ERROR',   'atto.docx',       undefined,       undefined],
  ['TIMEOUT_ANTIVIRUS', 'atto.pdf',       undefined,       undefined],
] as const)('%s of %s says what to do instead', async (code, name, within, remedy) => {
  const { choose } = draw({ area: 'case', send: async () => ({ code, within }) })
  choose(new File(['x'], name))
  const row = await screen.findByRole('listitem')
  const size = '20 MB'
  const reason = italian.antivirus[code].replace('{{size}}', size)
  const said = [`${name}: ${reason}`, remedy].filter(Boolean).join('. ')
  await vi.waitFor(() => expect(plain(status().textContent)).toBe(said))
  if (remedy) expect(plain(row.textContent)).toContain(remedy)
})

test('a signed file says what it contains', async () => {
  const { choose } = draw({
    send: async (file) => {
      const outcome = accepted(file)
      return { ...outcome, attachment: outcome.attachment && { ...outcome.attachment, contains: 'pdf' } }
    },
  })
  choose(pdf('atto.pdf.p7m'))
  expect(await screen.findByText('Documento firmato: contiene un file PDF.')).toBeTruthy()
})

/** A photo of a telephone; only its size matters. */
function largePhoto(name = 'foto.heic') {
  const photo = new File(['foto'], name)
  Object.defineProperty(photo, 'size', { value: 5_000_000 })
  return photo
}

/** A line on which uploads stay where `progress` puts them, until a small file comes. */
function drawSlow(photos: Partial<NonNullable<Options['photos']>> = {}) {
  const sent: string[] = []
  let progress: (percent: number) => void = () => undefined
  const drawn = draw({
    send: (file, { onProgress, signal }) => {
      sent.push(file.name)
      progress = onProgress
      if (file.size < 1_000_000) return Promise.resolve(accepted(file))
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
    photos: {
      isLineSlow: () => true,
      now: () => 0,
      shrink: async () => new File(['copia'], 'foto.jpg'),
      ...photos,
    },
  })
  return { ...drawn, sent, progress: (percent: number) => progress(percent) }
}

test('a smaller copy of a large photo is offered on a slow line, and replaces the photo that is on its way', async () => {
  const { choose, sent, queue } = drawSlow()
  choose(largePhoto())
  await userEvent.click(await screen.findByRole('button', { name: 'Manda una copia più piccola: foto.heic' }))
  expect(await screen.findByText(/È una copia più piccola della foto/)).toBeTruthy()
  expect(sent).toEqual(['foto.heic', 'foto.jpg'])
  expect(queue.get()).toMatchObject({ accepted: [{ name: 'foto.jpg', isSmaller: true }], uploads: [] })
  expect(document.activeElement).toBe(screen.getByRole('list', { name: 'File allegati' }))
})

test('where no copy can be made the photo goes on, and the offer ends', async () => {
  const { choose, queue } = drawSlow({ shrink: async () => undefined })
  choose(largePhoto())
  await userEvent.click(await screen.findByRole('button', { name: /Manda una copia più piccola/ }))
  await vi.waitFor(() => expect(status().textContent).toMatch(/^foto.heic: non è stato possibile/))
  expect(screen.queryByRole('button', { name: /Manda una copia/ })).toBeNull()
  expect(queue.get().uploads).toMatchObject([{ state: { kind: 'sending' } }])
})

test('no copy is offered of a document, of a small photo, or on a line that is fast; a slow upload shows by itself', async () => {
  let elapsed = 0
  const { choose, progress, sent } = drawSlow({ isLineSlow: () => false, now: () => elapsed })
  choose(largePhoto('atto.pdf'), largePhoto())
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  const offer = () => screen.queryByRole('button', { name: /Manda una copia/ })
  elapsed = 4_000
  progress(50)
  expect(await screen.findByText('50 %')).toBeTruthy()
  expect(offer()).toBeNull()
  elapsed = 30_000
  progress(51)
  expect(await screen.findByRole('button', { name: 'Manda una copia più piccola: foto.heic' })).toBeTruthy()
})

/** Drops files beside every zone; returns whether the browser would have left the page. */
function dropBeside(...files: File[]): boolean {
  return fireEvent.drop(document.body, { dataTransfer: { files, types: ['Files'] } })
}

test('a file dropped beside the zone is taken by the only one, and never opened by the browser', async () => {
  const { queue } = draw()
  expect(fireEvent.dragOver(document.body, { dataTransfer: { types: ['Files'] } })).toBe(false)
  expect(dropBeside(pdf('accanto.pdf'))).toBe(false)
  expect(await screen.findByText('accanto.pdf', { selector: 'bdi' })).toBeTruthy()
  // A text that is dragged is none of ours.
  expect(fireEvent.drop(document.body, { dataTransfer: { files: [], types: ['text/plain'] } })).toBe(true)
  // A file dropped into the zone comes once.
  fireEvent.drop(document.querySelector('.upload-drop') ?? document.body, {
    dataTransfer: { files: [pdf('dentro.pdf')], types: ['Files'] },
  })
  await vi.waitFor(() => expect(queue.get().accepted.map(({ name }) => name)).toEqual(['accanto.pdf', 'dentro.pdf']))
})

test('with several zones nothing is guessed: a notice says so', () => {
  const heard: (string | undefined)[] = []
  const stop = onNotice(({ body }) => heard.push(body))
  const first = draw()
  const second = draw()
  expect(dropBeside(pdf('accanto.pdf'))).toBe(false)
  stop()
  expect(heard).toEqual(["Trascina i file dentro il riquadro giusto: in questa pagina ce n'è più di uno."])
  for (const { queue } of [first, second]) expect(queue.get().uploads).toEqual([])
})

test('a zone on a hidden tab takes nothing: what is dropped or pasted belongs to the one that is shown', async () => {
  const first = draw()
  const second = draw()
  first.container.hidden = true
  expect(dropBeside(pdf('lanciato.pdf'))).toBe(false)
  const clipboardData = { files: [pdf('incollato.pdf')], types: ['Files'] }
  expect(fireEvent.paste(document.body, { clipboardData })).toBe(false)
  // A spreadsheet adds a picture of what is pasted as text.
  const copied = { files: [pdf('tabella.png')], types: ['text/plain', 'Files'] }
  expect(fireEvent.paste(document.body, { clipboardData: copied })).toBe(true)
  await vi.waitFor(() =>
    expect(second.queue.get().accepted.map(({ name }) => name)).toEqual(['lanciato.pdf', 'incollato.pdf']),
  )
  expect(first.queue.get().uploads).toEqual([])
})

test('a file on its way shows how far it has come, and that it is looked at', async () => {
  let tell: (percent: number) => void = () => undefined
  const { choose } = draw({
    send: (_file, { onProgress }) => {
      tell = onProgress
      return new Promise(() => undefined)
    },
  })
  choose(pdf('lento.pdf'))
  const bar = await screen.findByRole('progressbar', { name: 'Caricamento di lento.pdf' })
  await vi.waitFor(() => {
    tell(42)
    expect(bar).toHaveProperty('value', 42)
  })
  expect(screen.getByText('42 %')).toBeTruthy()
  tell(100)
  expect(await screen.findByText('Controllo del file in corso')).toBeTruthy()
})

test('past the limit the sentence of the specification comes, and the file has its row', async () => {
  const { choose } = draw({ most: 1 })
  choose(pdf('a.pdf'), pdf('b.pdf'))
  expect(await screen.findAllByText(italian.messages.allegati_al_limite)).not.toHaveLength(0)
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
})

test('a repeat has the sentence of the specification', async () => {
  const { choose } = draw({ accepted: [{ id: '1', name: 'a.pdf', size: 5, digest: 'a.pdf' }] })
  choose(pdf('a.pdf'))
  expect(await screen.findByText('Attenzione, il file è già presente nella lista degli allegati')).toBeTruthy()
})

test('deleting asks first; focus goes to the file beside, and to the button once the list is empty', async () => {
  const user = userEvent.setup()
  const remove = vi.fn(async () => true)
  draw({
    remove,
    accepted: [
      { id: '1', name: 'a.pdf', size: 1 },
      { id: '2', name: 'b.pdf', size: 1 },
    ],
  })
  await user.click(screen.getByRole('button', { name: /Elimina: a\.pdf/ }))
  const dialog = screen.getByRole('dialog', { name: /^Vuoi eliminare il file/ })
  await user.click(within(dialog).getByRole('button', { name: 'Annulla' }))
  expect(remove).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: /Elimina: a\.pdf/ }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Elimina' }))
  await vi.waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
  expect(remove).toHaveBeenCalledWith('1')
  expect(document.activeElement?.textContent).toContain('b.pdf')
  expect(status().textContent).toBe('a.pdf è stato eliminato')
  await user.click(screen.getByRole('button', { name: /Elimina: b\.pdf/ }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Elimina' }))
  await vi.waitFor(() => expect(screen.queryByRole('listitem')).toBeNull())
  expect(document.activeElement?.id).toBe('files')
})

test('a file that cannot be deleted stays, and that is read out', async () => {
  const user = userEvent.setup()
  draw({ remove: async () => false, accepted: [{ id: '1', name: 'a.pdf', size: 1 }] })
  await user.click(screen.getByRole('button', { name: /Elimina: a\.pdf/ }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Elimina' }))
  await vi.waitFor(() => expect(status().textContent).toBe(italian.antivirus.ERROR_SYSTEM))
  expect(screen.getByRole('listitem')).toBeTruthy()
})

const photos = (canRemove: boolean): NonNullable<Options['traces']> => ({
  find: async () => ({ hasPlace: true, hasAuthor: true, canRemove }),
  remove: async ({ name }) => new File(['cleaned'], name),
})

test('a question about place and author stands beside the file, is read out, and keeps focus in the list', async () => {
  const { choose } = draw({ traces: photos(true), asksForTraces: () => true })
  choose(pdf('foto.jpg'))
  const row = await screen.findByRole('listitem')
  expect(await within(row).findByText(/coordinate di una foto/)).toBeTruthy()
  expect(within(row).getByText(/un nome è scritto/)).toBeTruthy()
  expect(status().textContent).toBe('foto.jpg: scegli se togliere i dati che il file contiene')
  await userEvent.click(within(row).getByRole('button', { name: 'Togli questi dati e allega: foto.jpg' }))
  expect(document.activeElement).toBe(screen.getByRole('list', { name: 'File allegati' }))
  expect(await screen.findByText('Il file non dice più dove e da chi è stato fatto.')).toBeTruthy()
})

test('a file from which they cannot be removed may only be attached as it is', async () => {
  const { choose } = draw({ traces: photos(false), asksForTraces: () => true })
  choose(pdf('firmato.pdf'))
  expect(await screen.findByText(/Da questo file non possiamo toglierli/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Togli questi dati/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: "Allega così com'è: firmato.pdf" }))
  expect(await screen.findByText(italian.antivirus.SUCCESS_ANTIVIRUS)).toBeTruthy()
})

test('a kept file with a place offers to remove it', async () => {
  const { choose } = draw({ traces: photos(true) })
  choose(pdf('foto.jpg'))
  await userEvent.click(await screen.findByRole('button', { name: 'Togli questi dati: foto.jpg' }))
  expect(await screen.findByText('Il file non dice più dove e da chi è stato fatto.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Togli questi dati/ })).toBeNull()
})

test('a file from before the page was opened says how its place can be removed', () => {
  const photo = { id: '1', name: 'foto.jpg', size: 1 }
  const sentence = /elimina il file e sceglilo di nuovo/
  draw({
    accepted: [
      { ...photo, warnings: ['luogo'] },
      { id: '2', name: 'a.pdf', size: 1, warnings: ['macro'] },
    ],
  })
  expect(screen.getAllByText(sentence)).toHaveLength(1)
  expect(within(screen.getByText(sentence).closest('li') as HTMLElement).getByText('foto.jpg')).toBeTruthy()
})
