import { paths, type ReferenceList } from '@portal/contract'
import type { DocumentNeeds } from '#features/assessments/assessment-files.service.ts'
import { italianPlaces } from '#features/assessments/summary/known-data.ts'
import { createPublishedAssessments } from '#features/assessments/summary/published.service.ts'
import type { SummaryNeeds } from '#features/assessments/summary/summary.service.ts'
import { createCaseMessages } from '#features/case-messages/case-messages.service.ts'
import type { MailNeeds } from '#features/case-messages/index.ts'
import { createCaseSheets } from '#features/case-sheet/case-sheet.service.ts'
import type { LetterNeeds } from '#features/complainant-letters/complainant-letters.service.ts'
import { createFollowUps, type FollowUpOptions } from '#features/follow-up/follow-up.service.ts'
import { threadOfCase } from '#features/mailbox/received-mails.store.ts'
import type { Reference } from '#features/reference/reference.service.ts'
import type { Reads } from '#platform/database/database.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import { createPinTries } from '#platform/pin-tries.ts'
import type { Settings } from '#platform/settings/settings.ts'
import type { Parsers } from './create-parsers.ts'

interface Needs extends Omit<FollowUpOptions, 'pinTries' | 'profileLabel'>, Pick<MailNeeds, 'answersTo'> {
  readonly outbox: Outbox
  readonly reference: Reference
  readonly parsers: Parsers
  readonly reads: Reads
  readonly recordVersions: { of(kind: 'reference'): string }
}

/** The messages between the office and the reporter of a case, with the services of both sides. */
export function createCorrespondence(settings: Settings, { reference, ...needs }: Needs) {
  const { publicOrigin, assessmentDays } = settings
  const { db, clock, vault, office } = needs
  const caseMessages = createCaseMessages({
    ...needs,
    threadOf: (from, caseId) => threadOfCase(from, vault, caseId),
    followUpUrl: `${publicOrigin}/${office.slug}${paths.followUp}`,
  })
  const letterNeeds: LetterNeeds = {
    ...needs,
    publicOrigin,
    caseMessages,
    listItems: (list, language) => reference.list(list, language, { withRetired: true }),
  }
  const publishedAssessments = createPublishedAssessments({
    ...needs,
    publicOrigin,
    listItems: letterNeeds.listItems,
    wordsPerMinute: settings.register.wordsPerMinute,
  })
  const listItems = (list: ReferenceList) => reference.list(list, 'it', { withRetired: true })
  const assessmentNeeds: SummaryNeeds & DocumentNeeds = {
    ...needs,
    assessmentDays,
    notePublished: publishedAssessments.note,
    listItems,
    readPlaces: reference.kept(() => italianPlaces(listItems)),
    writeWord: (document, client) => needs.parsers.run('word', document, client),
  }
  return {
    assessmentNeeds,
    caseMessages,
    letterNeeds,
    publishedAssessments,
    followUps: createFollowUps({
      ...needs,
      pinTries: createPinTries({ db, clock, vault }),
      profileLabel: async (id, language) =>
        (await reference.list('reporter_type', language, { withRetired: true })).find((item) => item.id === id)?.label,
    }),
    caseSheets: createCaseSheets({
      ...needs,
      listItems: (list, parentId) => reference.list(list, 'it', { parentId, withRetired: true }),
    }),
  }
}
