import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { actualTexts } from '../server/test/pdf-texts.ts'
import { press } from './case-desk.ts'
import { expect, site, test } from './fixtures.ts'
import { makePdf } from './make-pdf.ts'

const api = `${site}/api/v1`

/** A picture of one blue pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADBwIAMCbHYQAAAABJRU5ErkJggg==',
  'base64',
)

/** A tenth of a second of silence. */
function wav(): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF')
  head.writeUInt32LE(836, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8000, 24)
  head.writeUInt32LE(8000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(800, 40)
  return Buffer.concat([head, Buffer.alloc(800, 0x80)])
}

/** Files with unique content: the same content twice counts as one file. */
function files(): Readonly<Record<string, Buffer>> {
  const mark = randomUUID()
  return {
    'verbale.pdf': makePdf('Verbale della riunione', `Pagina di firma ${mark}`),
    'foto.png': Buffer.concat([png, Buffer.from(mark)]),
    'nota.txt': Buffer.from(`Perché? «Qui non la serviamo». ${mark}`),
    'voce.wav': Buffer.concat([wav(), Buffer.from(mark)]),
    'lettera.rtf': Buffer.from(`{\\rtf1\\ansi Buongiorno ${mark}\\par}`),
    'rotto.pdf': Buffer.from(`%PDF-1.7\n${mark} questo non e' un documento\n%%EOF\n`),
  }
}

/** Creates a case of the signed-in user with these files; returns its address. */
async function enterCase(page: Page): Promise<string> {
  const attached = []
  for (const [name, buffer] of Object.entries(files())) {
    const multipart = { file: { name, mimeType: 'application/octet-stream', buffer } }
    const { result } = await (await page.request.post(`${api}/noauth/scansione/ext`, { multipart })).json()
    attached.push({ cmis_id: result.allegato.cmis_id, nomeFile: name })
  }
  const data = {
    id_canale: 1,
    id_segnalante: 2,
    resoconto_fatti: 'Ha portato delle carte.',
    listaAllegatoSegnalazione: attached,
  }
  const { result } = await (await page.request.post(`${api}/segnalazioni/nuova-segnalazione`, { data })).json()
  return `/gestione/operatore/casi/dettaglio?id=${result.id_segnalazione}`
}

const shown = (page: Page, name: string) => page.getByRole('region', { name: `Contenuto di ${name}` })

test('the files of a case, and its PDF', async ({ page, portal }) => {
  test.slow()
  await test.step('files of a case are shown in the page: PDF by page, pictures, texts and sound, one after the other', async () => {
    await portal.signIn('Luca')
    await portal.open(await enterCase(page))
    await page.getByRole('tab', { name: /^Documenti/ }).click()
    const documents = page.getByRole('tabpanel')
    await expect(documents.getByRole('button', { name: /^Anteprima/ })).toHaveCount(5)
    await expect(documents.getByRole('button', { name: /^Anteprima.*lettera\.rtf/ })).toHaveCount(0)
    const type = documents.getByRole('combobox', { name: /^Tipo di documento/ })
    await expect(type.getByRole('option', { selected: true })).toHaveText('--- Seleziona ---')
    const opener = documents.getByRole('button', { name: /^Anteprima.*verbale\.pdf/ })
    await portal.isAccessible()
    await opener.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Anteprima del file' })

    await test.step('a PDF page by page, with words for screen readers', async () => {
      // The viewer is loaded with the first PDF.
      await expect(dialog.getByRole('region', { name: 'Pagina 1 di 2' })).toContainText('Verbale', { timeout: 30_000 })
      await portal.isAccessible()
      const { y = 0, height = 0 } = (await dialog.boundingBox()) ?? {}
      expect(Math.abs(y + height / 2 - (page.viewportSize()?.height ?? 0) / 2)).toBeLessThan(2)
      await portal.picture('preview-pdf')
      await dialog.getByRole('button', { name: 'Pagina successiva' }).press('Enter')
      await expect(dialog.getByRole('region', { name: 'Pagina 2 di 2' })).toContainText('Pagina di firma')
      await expect(dialog.getByRole('button', { name: 'Pagina successiva' })).toBeFocused()
      await expect(dialog.getByRole('button', { name: 'Pagina successiva' })).toHaveAttribute('aria-disabled', 'true')
      const width = () => dialog.locator('canvas').evaluate((canvas) => canvas.clientWidth)
      const before = await width()
      await dialog.getByRole('button', { name: 'Ingrandisci' }).click()
      await expect.poll(width).toBeGreaterThan(before * 1.4)
      expect(await isDrawn(page)).toBe(true)
    })

    await test.step('the next files', async () => {
      const next = dialog.getByRole('button', { name: 'File successivo' })
      await next.press('Enter')
      const picture = dialog.getByRole('img', { name: 'Immagine: foto.png' })
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
      await portal.picture('preview-image')
      await next.press('Enter')
      await expect(shown(page, 'nota.txt')).toContainText('Perché? «Qui non la serviamo».')
      await portal.isAccessible()
      await next.press('Enter')
      const sound = dialog.locator('audio')
      await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeCloseTo(0.1, 1)
      await next.press('Enter')
      await expect(dialog.getByText(/Il file non si può mostrare qui/)).toBeVisible()
      await expect(next).toBeFocused()
      await expect(dialog.getByRole('link', { name: 'Scarica' })).toHaveAttribute('download', 'rotto.pdf')
      await portal.isAccessible()
    })

    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()

    await test.step('from the tab of the facts as well', async () => {
      await page.getByRole('tab', { name: 'Fatto' }).click()
      await page.getByRole('button', { name: /^Anteprima.*nota\.txt/ }).click()
      await expect(shown(page, 'nota.txt')).toContainText('Qui non la serviamo')
      await dialog.getByRole('button', { name: 'Chiudi' }).click()
      await expect(page.getByRole('button', { name: /^Anteprima.*nota\.txt/ })).toBeFocused()
    })
  })

  await test.step('the whole case is downloaded as a PDF', async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Download')])
    expect(download.suggestedFilename()).toMatch(/^\d+\.pdf$/)
    expect(actualTexts(readFileSync(await download.path()))).toContain('nota.txt')
  })

  await test.step('and for another authority, without the parts that the operator blacks out', async () => {
    await press(page, "PDF per un'altra autorità")
    const dialog = page.getByRole('dialog', { name: "PDF per un'altra autorità" })
    await expect(dialog.getByRole('checkbox', { name: 'Nomi degli allegati' })).toBeChecked()
    await portal.isAccessible()
    await portal.picture('case-redaction')
    await dialog.getByRole('checkbox', { name: 'Luogo del fatto' }).uncheck()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Scarica' }).click(),
    ])
    await expect(dialog).toBeHidden()
    expect(download.suggestedFilename()).toMatch(/^\d+-omissis\.pdf$/)
    const texts = actualTexts(readFileSync(await download.path()))
    expect(texts).toContain('[omesso]')
    expect(texts).not.toContain('nota.txt')
  })
})

/** Whether the shown page of the PDF has any content. */
const isDrawn = (page: Page) =>
  page
    .getByRole('dialog')
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
      return data.some((value, index) => index % 4 === 0 && value < 128)
    })
