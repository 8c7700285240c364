import { Readable } from 'node:stream'
import { officeText, type PlainDate, paths } from '@portal/contract'
import type { FileReply } from '#platform/http/serve.ts'
import { TextDocument } from '#platform/pdf/document.ts'
import { textsIn } from '#platform/texts.ts'
import { enrolmentNumberOf } from '../associations.rules.ts'
import type { AssociationNeeds } from '../record/association-reading.ts'
import type { StoredAssociation } from '../record/associations.store.ts'

const dayText = (date: PlainDate | null) => (date ? date.split('-').reverse().join('/') : '')

/** Writes the certificate of enrolment of an association as PDF, with the code by which anybody verifies it. */
export async function writeCertificate(
  { clock, office, publicOrigin }: AssociationNeeds,
  row: StoredAssociation,
): Promise<FileReply> {
  const t = textsIn('it')
  const number = enrolmentNumberOf(office.productTag, row.enrolmentNumber ?? 0)
  const code = row.certificateCode ?? ''
  const title = t('certificatePdf.title')
  const pdf = new TextDocument({ language: 'it', title, madeAt: row.certificateAt ?? clock.now() })
  await pdf.paragraph(`${officeText(office, 'name', 'it').text} – ${office.department}`, 'small')
  await pdf.title(title)
  await pdf.paragraph(t('certificatePdf.intro', { name: row.name }))
  await pdf.table([
    [t('registerFields.name'), row.name],
    [t('registerFields.number'), row.number ?? ''],
    [t('certificatePdf.enrolmentNumber'), number],
    [t('certificatePdf.enrolledOn'), dayText(row.enrolledOn)],
    ...(row.renewedOn ? [[t('certificatePdf.renewedOn'), dayText(row.renewedOn)] as const] : []),
    [t('certificatePdf.expiresOn'), dayText(row.expiresOn)],
    [
      t('certificatePdf.decree'),
      t('certificatePdf.decreeOf', { number: row.decreeNumber ?? '', date: dayText(row.decreeDate) }),
    ],
  ])
  await pdf.heading(t('certificatePdf.verifyTitle'))
  await pdf.paragraph(t('certificatePdf.verify', { code }))
  await pdf.paragraph(`${publicOrigin}/${office.slug}${paths.certificateCheck}`)
  const bytes = await pdf.end((page, of) => t('certificatePdf.page', { page, of, number }))
  return { name: `${number}.pdf`, stream: Readable.from([bytes]) }
}
