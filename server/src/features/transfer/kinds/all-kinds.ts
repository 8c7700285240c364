import type { TransferKindName } from '@portal/contract'
import type { KindIo } from '../transfer-kind-io.ts'
import { associationHistoryIo, associationLettersIo, proposalsIo } from './association-history-io.ts'
import { associationsIo, membersIo } from './associations-io.ts'
import { attachmentsIo } from './attachments-io.ts'
import { caseHistoryIo } from './case-history-io.ts'
import { assessmentsIo, complainantLettersIo, remindersIo } from './case-notes-io.ts'
import { casesIo } from './cases-io.ts'
import { commentsIo, messagesIo } from './correspondence-io.ts'
import { operatorsIo } from './operators-io.ts'
import { mergesIo, registryHistoryIo } from './registry-history-io.ts'
import { organisationsIo, peopleIo } from './registry-io.ts'
import { summariesIo } from './summaries-io.ts'

/** How the records of each kind are written and read. */
export const kindIos: { readonly [K in TransferKindName]: KindIo<K> } = {
  operator: operatorsIo,
  person: peopleIo,
  organisation: organisationsIo,
  case: casesIo,
  caseEvent: caseHistoryIo,
  message: messagesIo,
  comment: commentsIo,
  reminder: remindersIo,
  complainantLetter: complainantLettersIo,
  assessment: assessmentsIo,
  summary: summariesIo,
  merge: mergesIo,
  registryEvent: registryHistoryIo,
  association: associationsIo,
  member: membersIo,
  attachment: attachmentsIo,
  associationEvent: associationHistoryIo,
  proposal: proposalsIo,
  associationLetter: associationLettersIo,
}
