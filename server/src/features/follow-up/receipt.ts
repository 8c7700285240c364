import { Readable } from 'node:stream'
import { type Language, type Office, officeText, officeZone, type PlainDate } from '@portal/contract'
import { type CaseFiles, readReportFiles } from '#features/case-messages/index.ts'
import { sealedReports } from '#features/reports/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { FileReply } from '#platform/http/serve.ts'
import { type Row, TextDocument } from '#platform/pdf/document.ts'
import { openSealed } from '#platform/protection/sealed-rows.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { reportCode } from '#platform/report-code.ts'
import { textsIn } from '#platform/texts.ts'
import { getCaseHead, getReceiptRow } from './follow-up.store.ts'

interface Options {
  readonly db: Db
  readonly vault: Vault
  readonly clock: Clock
  readonly office: Office
  readonly attachments: CaseFiles
  /** Label of a reporter profile in a language. */
  readonly profileLabel: (id: number, language: Language) => Promise<string | undefined>
}

const dayText = (date: PlainDate) => date.split('-').reverse().join('/')

const instantFormat = new Intl.DateTimeFormat('it', {
  ...{ day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit', timeZone: officeZone },
})
/** DD/MM/YYYY HH:MM in every language, as on the screens. */
const instantText = (instant: Date) => instantFormat.format(instant).replace(',', '')

/** A size in kB or MB in the language's words, with Latin digits. */
function sizeText(bytes: number, language: Language): string {
  const [amount, unit] = bytes < 1_048_576 ? [bytes / 1024, 'kilobyte'] : [bytes / 1_048_576, 'megabyte']
  const shape = { style: 'unit', unit, maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(`${language}-u-nu-latn`, shape).format(Math.max(0.1, amount))
}

/** The receipt of a report as PDF: the reporter's account and the SHA-256 digest of each file, without the PIN. */
export async function receiptOf(options: Options, caseId: number, language: Language): Promise<FileReply> {
  const { db, vault, clock, office } = options
  const head = await getCaseHead(db, caseId)
  const report = await openSealed(vault, sealedReports, caseId, await getReceiptRow(db, caseId))
  const files = await readReportFiles(options, caseId)
  const code = reportCode(office.productTag, head.protocolYear, head.protocolNumber)
  const t = textsIn(language)
  const pdf = new TextDocument({ language, title: t('receiptPdf.title', { code }), madeAt: clock.now() })
  await pdf.paragraph(officeText(office, 'name', language).text, 'small')
  await pdf.title(t('receiptPdf.title', { code }))
  await pdf.paragraph(t('receiptPdf.intro'))
  const profile = report.profile ? await options.profileLabel(report.profile, language) : undefined
  const when = report.eventDate ? dayText(report.eventDate) : t('receiptPdf.unknownDate')
  await pdf.table([
    [t('receiptPdf.code'), code],
    [t('receiptPdf.receivedAt'), instantText(report.receivedAt)],
    ...(profile ? [[t('fields.profile'), profile] as const] : []),
    [t('fields.eventDate'), when],
  ])
  await pdf.heading(t('fields.message'))
  await pdf.quotation(report.message ?? '')
  await pdf.heading(t('fields.attachments'))
  if (files.length === 0) await pdf.paragraph(t('receiptPdf.noFiles'))
  else {
    await pdf.paragraph(t('receiptPdf.filesHint'))
    await pdf.table(
      files.map(({ name, size, digest }): Row => [name, `${sizeText(size, language)} · SHA-256 ${digest}`]),
    )
  }
  await pdf.heading(t('receiptPdf.nextTitle'))
  for (const step of ['next1', 'next2', 'next3']) await pdf.paragraph(t(`receiptPdf.${step}`))
  await pdf.heading(t('receiptPdf.contactTitle'))
  await pdf.paragraph(t('receiptPdf.contact', { phone: office.phone }))
  await pdf.paragraph(t('receiptPdf.madeAt', { at: instantText(clock.now()) }), 'small')
  const bytes = await pdf.end((page, of) => t('receiptPdf.page', { page, of, code }))
  return { name: `${code}.pdf`, stream: Readable.from([bytes]) }
}
