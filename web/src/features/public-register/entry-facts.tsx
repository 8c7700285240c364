import { formatScreenDate, type RegisterEntry, type WholeRegisterEntry } from '@portal/contract'
import type { TFunction } from 'i18next'
import { ShowDate } from '#lib/i18n/format.tsx'
import type { Elements } from '#ui/elements.tsx'
import type { Definition } from '#ui/layout/summary-block.tsx'
import { EnrolmentState } from './register-states.tsx'
import { WebsiteLink } from './website-link.tsx'

/** A line of facts; none where nothing is known. */
const line = (term: string, value: Elements | string | undefined): Definition[] => (value ? [{ term, value }] : [])

const code = (text: string) => (
  <bdi dir="ltr" translate="no" className="figures">
    {text}
  </bdi>
)

/** Whether the enrolment holds and since when. */
const enrolmentFacts = (t: TFunction, entry: RegisterEntry): Definition[] => [
  { term: t('publicRegister.fields.status'), value: <EnrolmentState status={entry.status} /> },
  { term: t('publicRegister.fields.number'), value: code(entry.enrolmentNumber) },
  { term: t('publicRegister.fields.enrolledOn'), value: <ShowDate date={entry.enrolledOn} /> },
  { term: t('publicRegister.fields.expiresOn'), value: <ShowDate date={entry.expiresOn} /> },
]

const groundsText = ({ grounds }: RegisterEntry) => grounds.join('\n') || undefined

/** The facts of an enrolment that a certificate shows; what is absent has no line. */
export const entryFacts = (t: TFunction, entry: RegisterEntry): Definition[] => [
  ...enrolmentFacts(t, entry),
  ...line(t('publicRegister.fields.region'), entry.region && <bdi>{entry.region}</bdi>),
  ...line(t('publicRegister.fields.grounds'), groundsText(entry)),
  ...line(t('publicRegister.fields.website'), entry.website && <WebsiteLink website={entry.website} />),
]

/** Every fact of an enrolment; its contacts, grounds and projects stand apart. */
export function wholeFacts(t: TFunction, entry: WholeRegisterEntry): Definition[] {
  const { legalForm, taxCode, decreeNumber, decreeDate, region, municipality } = entry
  const address = [entry.address, [entry.postalCode, municipality].filter(Boolean).join(' '), region].filter(Boolean)
  return [
    ...enrolmentFacts(t, entry),
    ...line(
      t('publicRegister.fields.decree'),
      decreeNumber && decreeDate
        ? t('publicRegister.fields.decreeOf', { number: decreeNumber, date: formatScreenDate(decreeDate) })
        : undefined,
    ),
    ...line(t('publicRegister.fields.legalForm'), legalForm),
    ...line(t('publicRegister.fields.taxCode'), taxCode && code(taxCode)),
    ...line(t('publicRegister.fields.municipality'), <bdi>{address.join('\n')}</bdi>),
  ]
}
