import type { RegisterEntry } from '@portal/contract'
import type { TFunction } from 'i18next'
import { ShowDate } from '#lib/i18n/format.tsx'
import type { Definition } from '#ui/layout/summary-block.tsx'
import { EnrolmentState } from './register-states.tsx'
import { WebsiteLink } from './website-link.tsx'

/** The facts of an enrolment that everybody may know; what is absent has no line. */
export function entryFacts(t: TFunction, entry: RegisterEntry): Definition[] {
  const { enrolmentNumber, status, enrolledOn, expiresOn, region, grounds, website } = entry
  const optional: (Definition | undefined)[] = [
    region ? { term: t('publicRegister.fields.region'), value: <bdi>{region}</bdi> } : undefined,
    grounds.length > 0 ? { term: t('publicRegister.fields.grounds'), value: grounds.join('\n') } : undefined,
    website ? { term: t('publicRegister.fields.website'), value: <WebsiteLink website={website} /> } : undefined,
  ]
  return [
    { term: t('publicRegister.fields.status'), value: <EnrolmentState status={status} /> },
    {
      term: t('publicRegister.fields.number'),
      value: (
        <bdi dir="ltr" translate="no" className="figures">
          {enrolmentNumber}
        </bdi>
      ),
    },
    { term: t('publicRegister.fields.enrolledOn'), value: <ShowDate date={enrolledOn} /> },
    { term: t('publicRegister.fields.expiresOn'), value: <ShowDate date={expiresOn} /> },
    ...optional.filter((line) => line !== undefined),
  ]
}
