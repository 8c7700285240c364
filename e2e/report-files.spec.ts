import type { Page } from '@playwright/test'
import { certifiedMail, compoundOf, mailOf, pdfOfRevisionSix, signed } from '../server/test/container-files.ts'
import { carriers, telephonePhoto } from '../server/test/files-with-traces.ts'
import { ascii, pdf, png } from '../server/test/make-files.ts'
import { expect, site, test } from './fixtures.ts'
import {
  attach,
  completeDraft,
  countStored,
  fileIdsInDraft,
  goOn,
  isGone,
  openStep,
  textFile,
  uniqueLength,
} from './wizard.ts'

const passed = 'Il file è stato accettato'

test('the files of a report', async ({ page, portal }) => {
  test.slow()
  await test.step('files are accepted or refused one by one, survive a reload, and are deleted on the server', async () => {
    await openStep(page, 'facts')
    await attach(
      page,
      textFile('uno.txt'),
      textFile('due.txt', 'uno.txt'),
      textFile('programma.exe'),
      { ...textFile('vuoto.txt'), buffer: Buffer.from('') },
      textFile('immagine.png'),
    )
    const list = page.getByRole('list', { name: 'File allegati' })
    const row = (name: string) => list.getByRole('listitem').filter({ hasText: name })
    await expect(row('uno.txt')).toContainText(passed)
    await expect(row('due.txt')).toContainText('Attenzione, il file è già presente nella lista degli allegati')
    await expect(row('programma.exe')).toContainText('Questo tipo di file non è ammesso')
    await expect(row('vuoto.txt')).toContainText('Il file è vuoto')
    await expect(row('immagine.png')).toContainText('Il contenuto del file non corrisponde al suo tipo')
    await portal.isAccessible()
    await portal.picture('files')
    await page.reload()
    await expect(list.getByRole('listitem')).toHaveCount(1)

    const length = uniqueLength()
    await attach(page, ...['2', '3', '4', '5', '6'].map((name) => textFile(`${name}.txt`, name.repeat(length))))
    await expect(
      page
        .getByText('Hai raggiunto il numero massimo di allegati. Non è possibile allegare ulteriori documenti')
        .first(),
    ).toBeVisible()
    await expect(list.getByText(passed)).toHaveCount(5)

    await page.getByRole('button', { name: /Elimina.*uno\.txt/ }).click()
    const question = page.getByRole('dialog', { name: /^Vuoi eliminare il file/ })
    await portal.isAccessible()
    const [deleted] = await Promise.all([
      page.waitForResponse('**/v1/noauth/allegato/delete-allegato*'),
      question.getByRole('button', { name: 'Elimina' }).click(),
    ])
    expect(deleted.status()).toBe(200)
    await expect(row('uno.txt')).toHaveCount(0)
    // Concurrent uploads arrive in any order.
    await expect(list.getByRole('button', { name: /Elimina/ }).first()).toBeFocused()

    await goOn(page)
    for (const name of ['2', '3', '4', '5'])
      await expect(page.getByRole('definition').filter({ hasText: `${name}.txt` })).toBeVisible()
    // 'Azzera' deletes the files as well.
    const ids = await fileIdsInDraft(page)
    await page.getByRole('button', { name: 'Azzera' }).click()
    expect(await countStored(length + 1)).toBe(4)
    await page.getByRole('button', { name: 'Cancella e ricomincia' }).click()
    await expect.poll(() => countStored(length + 1)).toBe(0)
    for (const id of ids) await isGone(page, id)
    await expect(page).toHaveURL(/\/intro$/)
  })

  await test.step('a cancelled upload and a lost connection leave no partial file', async () => {
    let isBroken = true
    await page.route('**/v1/noauth/scansione*', (route) =>
      isBroken ? route.abort('connectionreset') : route.continue(),
    )
    await openStep(page, 'facts', completeDraft)
    await attach(page, textFile('rotto.txt'))
    await expect(page.getByText('La connessione si è interrotta: riprova').first()).toBeVisible()
    isBroken = false
    await page.getByRole('button', { name: /Riprova.*rotto\.txt/ }).click()
    await expect(page.getByText(passed).first()).toBeVisible()
    await page.route('**/v1/noauth/scansione*', () => undefined)
    await attach(page, textFile('fermo.txt'))
    await page.getByRole('button', { name: /Annulla.*fermo\.txt/ }).click()
    await expect(page.getByText('fermo.txt', { exact: true })).toHaveCount(0)
    await expect(page).toHaveURL(`${site}/cosa-facciamo/contact-center/segnalazione/3`)
  })
})

const photo = {
  name: 'portone.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.from(carriers.find(({ what }) => what === 'a photo, little-endian')?.bytes ?? []),
}

test('a photo tells where it was made and by whom: an anonymous report asks, any other says so', {
  tag: '@phone',
}, async ({ page, portal }) => {
  // What the server finds in the files that it gets.
  const found: (readonly string[])[] = []
  await page.route('**/v1/noauth/scansione*', async (route) => {
    const response = await route.fetch()
    const { result } = await response.json()
    found.push(result.allegato.avvertenze ?? [])
    await route.fulfill({ response })
  })
  const row = page.getByRole('list', { name: 'File allegati' }).getByRole('listitem').filter({ hasText: 'portone.jpg' })
  const cleaned = 'Il file non dice più dove e da chi è stato fatto.'

  await openStep(page, 'facts', { ...completeDraft, anonymous: true })
  await attach(page, photo)
  await expect(row).toContainText('le coordinate di una foto')
  await expect(row).toContainText('un nome è scritto nelle sue proprietà')
  expect(found).toEqual([])
  await portal.isAccessible()
  await portal.picture('files-traces-question')
  await goOn(page)
  await expect(row.getByRole('button', { name: /^Togli questi dati e allega/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row).toContainText(cleaned)
  await expect(row).toContainText(passed)
  expect(found).toEqual([[]])
  await goOn(page)
  await expect(page.getByRole('heading', { name: 'È tutto giusto?' })).toBeVisible()

  await openStep(page, 'facts', completeDraft)
  await attach(page, photo)
  await expect(row).toContainText('le coordinate di una foto')
  await portal.isAccessible()
  await portal.picture('files-traces-said')
  await row.getByRole('button', { name: /^Togli questi dati/ }).click()
  await expect(row).toContainText(cleaned)
  await expect(row).toContainText(passed)
  expect(found).toEqual([[], ['luogo', 'autore'], []])

  await openStep(page, 'facts', { ...completeDraft, anonymous: true }, 'ar')
  await page.locator('input[type=file]').setInputFiles(photo)
  await expect(page.getByRole('button', { name: /إزالة هذه البيانات والإرفاق/ })).toBeVisible()
  await portal.isAccessible()
  await portal.picture('files-traces-arabic')
})

// The waiting state is narrower on a phone.
test("'Avanti' waits for an upload and says so; a file refused in between is shown first, one refused before keeps nobody", {
  tag: '@phone',
}, async ({ page, portal }) => {
  const release: (() => void)[] = []
  await page.route('**/v1/noauth/scansione*', async (route) => {
    await new Promise<void>((resolve) => release.push(resolve))
    await route.continue()
  })
  await openStep(page, 'facts')
  await attach(page, textFile('lento.txt'))
  await expect.poll(() => release.length).toBe(1)
  await goOn(page)
  const dialog = page.getByRole('dialog', { name: 'I file si stanno caricando' })
  await expect(dialog).toContainText('lento.txt')
  await portal.isAccessible()
  await portal.picture('files-waiting')
  await dialog.getByRole('button', { name: 'Resta su questa pagina' }).click()
  await expect(dialog).toBeHidden()
  await goOn(page)
  release[0]?.()
  await expect(page.getByRole('heading', { name: 'È tutto giusto?' })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'lento.txt' })).toBeVisible()

  await page.getByRole('link', { name: /Modifica.*Che cosa è successo/ }).click()
  await attach(page, textFile('falsa.png'))
  await goOn(page)
  await expect(dialog).toBeVisible()
  await expect.poll(() => release.length).toBe(2)
  release[1]?.()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Il contenuto del file non corrisponde al suo tipo').first()).toBeVisible()
  const note = page.getByRole('alert').filter({ hasText: 'Siamo rimasti qui: un file non è stato accettato' })
  await expect(note).toContainText('falsa.png')
  await expect(page).toHaveURL(/\/segnalazione\/3$/)
  await portal.isAccessible()
  await portal.picture('files-refused-in-between')

  // A file that was refused before keeps nobody: the wizard goes on when the others are ready.
  await attach(page, textFile('altro.txt'))
  await goOn(page)
  await expect(dialog).toContainText('altro.txt')
  await expect(note).toBeHidden()
  await expect.poll(() => release.length).toBe(3)
  release[2]?.()
  await expect(page.getByRole('heading', { name: 'È tutto giusto?' })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'altro.txt' })).toBeVisible()
})

const given = (name: string, bytes: Uint8Array) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(bytes),
})

/** Drops a file onto the heading of the page, beside every zone. */
async function dropBeside(page: Page, name: string, text: string) {
  const data = await page.evaluateHandle(
    ([fileName = '', content = '']) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([content], fileName, { type: 'text/plain' }))
      return transfer
    },
    [name, text],
  )
  const heading = page.getByRole('heading', { level: 1 })
  await heading.dispatchEvent('dragover', { dataTransfer: data })
  await heading.dispatchEvent('drop', { dataTransfer: data })
}

test('files as people have them: signed, mails, pictures under another name, and one that misses its zone', {
  tag: '@phone',
}, async ({ page, portal }) => {
  await openStep(page, 'facts', completeDraft)
  const list = page.getByRole('list', { name: 'File allegati' })
  const row = (name: string) => list.getByRole('listitem').filter({ hasText: name })
  await attach(
    page,
    given('istanza.pdf.p7m', signed(pdf())),
    given('postacert.eml', certifiedMail()),
    given('foto.jpg', png()),
    given('atto.pdf', pdfOfRevisionSix),
  )
  await expect(row('istanza.pdf.p7m')).toContainText('Documento firmato: contiene un file PDF.')
  await expect(row('postacert.eml')).toContainText(passed)
  await expect(row('foto.png')).toContainText(passed)
  await expect(row('atto.pdf')).toContainText('Il file si apre solo con una password')
  await portal.isAccessible()
  await portal.picture('files-signed')

  await attach(
    page,
    given('messaggio.eml', mailOf({ name: 'programma.exe', bytes: ascii('x') })),
    given('protected.docx', compoundOf({ EncryptedPackage: Buffer.alloc(64) })),
  )
  // One place is left: the other file says that the list is full, and can be tried again.
  await expect(row('messaggio.eml')).toContainText('Riguarda programma.exe, che è al suo interno.')
  await expect(row('messaggio.eml')).toContainText('Stampa il messaggio in PDF, o fotografa lo schermo.')
  await row('messaggio.eml').getByRole('button', { name: 'Togli' }).click()
  await row('protected.docx').getByRole('button', { name: 'Riprova' }).click()
  await expect(row('protected.docx')).toContainText('salva una copia senza password')
  await portal.isAccessible()
  await portal.picture('files-refused-with-remedy')
  await row('protected.docx').getByRole('button', { name: 'Togli' }).click()

  await dropBeside(page, 'accanto.txt', 'Trascinato accanto al riquadro')
  await expect(row('accanto.txt')).toContainText(passed)
  await expect(page).toHaveURL(/\/segnalazione\/3$/)
})

test('the photo of a telephone is offered smaller on a slow line: upright, and without its place', {
  tag: '@phone',
}, async ({ page, portal }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { effectiveType: '3g', downlink: 0.7 } })
    // What the page sends, for a look at the copy.
    const { send } = XMLHttpRequest.prototype
    XMLHttpRequest.prototype.send = function (body) {
      if (body instanceof FormData) Object.assign(window, { sentFile: body.get('file') })
      send.call(this, body)
    }
  })
  const buffer = telephonePhoto()
  expect(buffer.length).toBeGreaterThan(4_000_000)
  const line = await page.context().newCDPSession(page)
  const setLine = (uploadThroughput: number) =>
    line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await openStep(page, 'facts', completeDraft)
  // 20 kB a second: the photo takes minutes.
  await setLine(20_000)
  await attach(page, given('IMG_0001.jpg', buffer))
  const row = page.getByRole('list', { name: 'File allegati' }).getByRole('listitem')
  const smaller = row.getByRole('button', { name: /^Manda una copia più piccola.*IMG_0001\.jpg/ })
  await expect(smaller).toBeVisible()
  await portal.isAccessible()
  await portal.picture('files-smaller-offer')
  await Promise.all([page.waitForRequest('**/v1/noauth/scansione*'), smaller.click()])
  await setLine(-1)
  await expect(row).toContainText('È una copia più piccola della foto')
  await expect(row).not.toContainText('le coordinate di una foto')
  const copy = await page.evaluate(async () => {
    const { sentFile } = window as unknown as { sentFile: File } // from the script above
    const { width, height } = await createImageBitmap(sentFile)
    const text = new TextDecoder('latin1').decode(await sentFile.arrayBuffer())
    return { name: sentFile.name, width, height, hasExif: text.includes('Exif') }
  })
  // 2000 by 3000 as one sees it.
  expect(copy).toEqual({ name: 'IMG_0001.jpg', width: 1365, height: 2048, hasExif: false })
  await portal.picture('files-smaller-sent')
})
