import {
  type Attachment,
  type DocumentFormat,
  formatScreenDate,
  type Language,
  languageOf,
  type Office,
  officeText,
  officeZone,
  type PageTag,
  reportCode,
} from '@portal/contract'
import { type CaseFiles, readReportFiles } from '#features/case-messages/index.ts'
import { sealedReports } from '#features/reports/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { FileReply } from '#platform/http/serve.ts'
import type { DocumentFile } from '#platform/pdf/document-file.ts'
import { type PdfBlock, pageSigns, type Row } from '#platform/pdf/pdf-document.ts'
import { openSealed } from '#platform/protection/sealed-rows.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { sizeText } from '#platform/record-words/size-text.ts'
import { type Translate, textsIn } from '#platform/texts.ts'
import { getCaseHead, getReceiptRow } from './follow-up.store.ts'

interface Options {
  readonly db: Db
  readonly vault: Vault
  readonly clock: Clock
  readonly office: Office
  readonly attachments: CaseFiles
  readonly documentFile: DocumentFile
  /** Label of a reporter profile in a language. */
  readonly profileLabel: (id: number, language: Language) => Promise<string | undefined>
}

const instantFormat = new Intl.DateTimeFormat('it', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: officeZone,
})
/** DD/MM/YYYY HH:MM in every language, as on the screens. */
const instantText = (instant: Date) => instantFormat.format(instant).replace(',', '')

interface Reader {
  readonly tag: PageTag
  /** The network that the drawing counts for. */
  readonly network: string
  readonly format: DocumentFormat | undefined
}

/** The receipt of a report as PDF: the reporter's account and the SHA-256 digest of each file, without the PIN. */
export async function receiptOf(options: Options, caseId: number, reader: Reader): Promise<FileReply> {
  const { tag, network, format } = reader
  const language = languageOf(tag)
  const { db, vault, clock, office } = options
  const head = await getCaseHead(db, caseId)
  const report = await openSealed(vault, sealedReports, caseId, await getReceiptRow(db, caseId))
  const files = await readReportFiles(options, caseId)
  const code = reportCode(office.productTag, head.protocolYear, head.protocolNumber)
  const t = textsIn(tag)
  const title = t('receiptPdf.title', { code })
  const profile = report.profile ? await options.profileLabel(report.profile, language) : undefined
  const when = report.eventDate ? formatScreenDate(report.eventDate) : t('receiptPdf.unknownDate')
  const blocks: PdfBlock[] = [
    { kind: 'small', text: officeText(office, 'name', language).text },
    { kind: 'title', text: title },
    { kind: 'paragraph', text: t('receiptPdf.intro') },
    {
      kind: 'rows',
      rows: [
        [t('receiptPdf.code'), code],
        [t('receiptPdf.receivedAt'), instantText(report.receivedAt)],
        ...(profile ? [[t('fields.profile'), profile] as const] : []),
        [t('fields.eventDate'), when],
      ],
    },
    { kind: 'heading', text: t('fields.message') },
    { kind: 'quotation', text: report.message ?? '' },
    { kind: 'heading', text: t('fields.attachments') },
    ...fileBlocks(t, files, language),
    { kind: 'heading', text: t('receiptPdf.nextTitle') },
    ...['next1', 'next2', 'next3'].map((step) => ({ kind: 'paragraph', text: t(`receiptPdf.${step}`) }) as const),
    { kind: 'heading', text: t('receiptPdf.contactTitle') },
    { kind: 'paragraph', text: t('receiptPdf.contact', { phone: office.phone }) },
    { kind: 'small', text: t('receiptPdf.madeAt', { at: instantText(clock.now()) }) },
  ]
  const footer = t('receiptPdf.page', { ...pageSigns, code })
  return options.documentFile({
    name: code,
    document: { language, title, madeAt: clock.now(), footer, blocks },
    client: network,
    format,
  })
}

function fileBlocks(t: Translate, files: readonly Attachment[], language: Language): PdfBlock[] {
  if (files.length === 0) return [{ kind: 'paragraph', text: t('receiptPdf.noFiles') }]
  const rows = files.map(({ name, size, digest }): Row => [name, `${sizeText(size, language)} · SHA-256 ${digest}`])
  return [
    { kind: 'paragraph', text: t('receiptPdf.filesHint') },
    { kind: 'rows', rows },
  ]
}
