import { dayIn, formatScreenDate, officeText, officeZone, type PlainDate, paths } from '@portal/contract'
import type { FileReply } from '#platform/http/serve.ts'
import { userShare } from '#platform/pdf/document-file.ts'
import { type PdfBlock, pageSigns } from '#platform/pdf/pdf-document.ts'
import { textsIn } from '#platform/texts.ts'
import { enrolmentNumberOf } from '../associations.rules.ts'
import type { AssociationNeeds } from '../record/association-reading.ts'
import type { StoredAssociation } from '../record/associations.store.ts'

const dayText = (date: PlainDate | null) => (date ? formatScreenDate(date) : '')

/**
 * Writes the certificate of enrolment of an association as PDF, with the code by which anybody verifies it. It is signed where
 * the office has a key, and says so.
 */
export function writeCertificate(
  { clock, office, publicOrigin, documentFile, officeKey }: AssociationNeeds,
  row: StoredAssociation,
  userId: number,
): Promise<FileReply> {
  const t = textsIn('it')
  const number = enrolmentNumberOf(office.productTag, row.enrolmentNumber ?? 0)
  const title = t('certificatePdf.title')
  const decree = { number: row.decreeNumber ?? '', date: dayText(row.decreeDate) }
  const code = row.certificateCode ?? ''
  const now = clock.now()
  const madeAt = row.certificateAt ?? now
  const address = `${publicOrigin}/${office.slug}${paths.certificateCheck}#codice=${code}`
  const signer = officeKey.signerAt(now)
  const blocks: PdfBlock[] = [
    { kind: 'small', text: `${officeText(office, 'name', 'it').text} – ${office.department}` },
    { kind: 'title', text: title },
    { kind: 'paragraph', text: t('certificatePdf.intro', { name: row.name }) },
    {
      kind: 'rows',
      rows: [
        [t('registerFields.name'), row.name],
        [t('registerFields.number'), row.number ?? ''],
        [t('certificatePdf.enrolmentNumber'), number],
        [t('certificatePdf.enrolledOn'), dayText(row.enrolledOn)],
        ...(row.renewedOn ? [[t('certificatePdf.renewedOn'), dayText(row.renewedOn)] as const] : []),
        [t('certificatePdf.expiresOn'), dayText(row.expiresOn)],
        [t('certificatePdf.decree'), t('certificatePdf.decreeOf', decree)],
        [t('certificatePdf.issuedOn'), dayText(dayIn(officeZone, madeAt))],
      ],
    },
    { kind: 'heading', text: t('certificatePdf.verifyTitle') },
    { kind: 'paragraph', text: t('certificatePdf.verify', { code }) },
    { kind: 'paragraph', text: address },
    ...(signer ? [{ kind: 'paragraph', text: t('certificatePdf.signed') } as const] : []),
    { kind: 'qr', address, alternative: t('certificatePdf.qr') },
  ]
  const footer = t('certificatePdf.page', { ...pageSigns, number })
  return documentFile({
    name: number,
    document: { language: 'it', title, madeAt, footer, blocks },
    client: userShare(userId),
    signed: signer && { by: signer, at: now },
  })
}
