import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { BudgetExceededError } from '../parsing/budget.ts'
import type { PdfDocument } from './pdf-document.ts'
import { createPdfFile } from './pdf-file.ts'

const document: PdfDocument = { language: 'it', title: 'Prova', madeAt: new Date(0), footer: '', blocks: [] }

test('a document is returned under its name', async () => {
  const { name, stream } = await createPdfFile(async () => Buffer.from('%PDF'))('12.pdf', document, 'user 1')
  expect([name, await text(stream)]).toEqual(['12.pdf', '%PDF'])
})

test('a document beyond the budget of a thread is too large', async () => {
  const pdfFile = createPdfFile(() => Promise.reject(new BudgetExceededError('seconds')))
  await expect(pdfFile('12.pdf', document, 'user 1')).rejects.toMatchObject({ code: 'too_large' })
})

test('any other error stays an error', async () => {
  const pdfFile = createPdfFile(() => Promise.reject(new Error('broken font')))
  await expect(pdfFile('12.pdf', document, 'user 1')).rejects.toThrow('broken font')
})
