import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { AppError, tooBusy } from '../app-error.ts'
import { BudgetExceededError } from '../parsing/budget.ts'
import { createDocumentFile } from './document-file.ts'
import { omission, type PdfDocument } from './pdf-document.ts'

const document: PdfDocument = {
  language: 'it',
  title: 'Prova',
  madeAt: new Date(0),
  footer: '',
  blocks: [
    { kind: 'title', text: 'Caso 12' },
    {
      kind: 'rows',
      rows: [
        ['Stato', 'Aperto'],
        ['Cognome', omission],
      ],
    },
    { kind: 'quotation', text: 'Prima riga\nسلام' },
    { kind: 'list', items: ['uno', 'due'] },
    {
      kind: 'table',
      columns: [
        { heading: 'Quando', share: 1 },
        { heading: 'Chi', share: 1 },
      ],
      rows: [
        ['oggi', 'Rossi'],
        ['ieri', 'Bianchi'],
      ],
    },
  ],
}
const request = { name: '12', document, client: 'user 1' }
const failing = (error: Error) => createDocumentFile(() => Promise.reject(error))

test('a document is a PDF under its name', async () => {
  const { name, stream } = await createDocumentFile(async () => Buffer.from('%PDF'))(request)
  expect([name, await text(stream)]).toEqual(['12.pdf', '%PDF'])
})

test('a document beyond the budget says so, and does not ask to try again', async () => {
  await expect(failing(new BudgetExceededError('seconds'))(request)).rejects.toMatchObject({
    code: 'document_beyond_limits',
  })
})

test('a document that is late because the portal is busy is not ready, with the seconds to wait', async () => {
  const error = await failing(tooBusy(10))(request).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(AppError)
  expect(error).toMatchObject({
    code: 'document_not_ready',
    status: 503,
    details: { headers: { 'retry-after': '10' } },
  })
})

test('any other error stays an error', async () => {
  await expect(failing(new Error('broken font'))(request)).rejects.toThrow('broken font')
})

test('its text has every word, without drawing it', async () => {
  const { name, mediaType, stream } = await failing(new Error('drawn'))({ ...request, format: 'text' })
  expect([name, mediaType]).toEqual(['12.txt', 'text/plain; charset=utf-8'])
  expect(await text(stream)).toBe(
    'Caso 12\n\nStato: Aperto\nCognome: [omesso]\n\nPrima riga\nسلام\n\n- uno\n- due\n\n' +
      'Quando: oggi\nChi: Rossi\n\nQuando: ieri\nChi: Bianchi\n',
  )
})
