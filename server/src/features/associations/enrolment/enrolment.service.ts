import {
  type Application,
  type AssociationFacts,
  type AssociationStatus,
  type AssociationValues,
  applicationForm,
  type Language,
  letterAddressesOf,
  type NumberOutcome,
  type PlainDate,
  withoutHidden,
} from '@portal/contract'
import type { Logger } from 'pino'
import { AppError, tooMany } from '#platform/app-error.ts'
import type { Maker } from '#platform/attachments/attachments.store.ts'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import { todayOf } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import { senderKey } from '#platform/idempotency.ts'
import { countRequest } from '#platform/request-counts.store.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { type Captcha, takeSubmission } from '#platform/submissions.ts'
import { denialOf, isPending } from '../associations.rules.ts'
import { type AssociationNeeds, contactParams } from '../record/association-reading.ts'
import { findByNumber, listStatusesOf, lockNumbers, type StoredAssociation } from '../record/associations.store.ts'
import { checkDocuments, documentIds } from '../record/documents.store.ts'
import { hashOf, linkTo, newSecret } from '../record/letters.ts'
import { deleteDraft, insertDraft, lockApplication, lockDraft } from './drafts.store.ts'
import { askReplacement } from './replacements.ts'
import { insertRequest, type WaitingApplication } from './store-request.ts'

/** What applications need beside the register. */
export interface EnrolmentNeeds extends AssociationNeeds {
  readonly log: Logger
  readonly applicationsPerMinute: number
  /** Lookups of a number from one network in an hour; 0 for no limit. */
  readonly checksPerHour: number
  readonly captcha: Captcha
  /** Whether the office's registry has an organisation with a number. */
  readonly isRegistered: (number: string) => Promise<boolean>
}

/** The sender of an application. */
export interface Applicant {
  readonly network: string
  readonly idempotencyKey: string | undefined
  readonly visitorHash: string | undefined
  /** Who is signed in. */
  readonly user: SessionUser | undefined
  readonly language: Language
}

/** The answer to an application. */
export interface Receipt {
  readonly requestNumber?: string | undefined
  readonly waitsForConfirmation: boolean
  readonly replacesAt?: Date | undefined
}

type Known = { readonly status: AssociationStatus; readonly origin: StoredAssociation['origin'] }

/** The outcome for the records of a number: a current one decides, else the newest closed one. */
export function outcomeOf(records: readonly Known[]): Exclude<NumberOutcome, 'registered'> {
  const current = records.find(({ status }) => status !== 'removed' && status !== 'rejected')
  if (current) return isPending(current) ? 'requestPending' : 'enrolment'
  const [newest] = records.slice(-1)
  if (!newest) return 'unknown'
  return newest.status === 'removed' ? 'removed' : 'rejected'
}

/** Hours in which a new application for a removed or rejected number must be confirmed. */
const confirmationHours = 24

async function checkNumber(
  needs: EnrolmentNeeds,
  number: string,
  network: string,
  readsRegistry: boolean,
): Promise<NumberOutcome> {
  const { db, vault, clock } = needs
  if (needs.checksPerHour > 0) {
    const count = await countRequest({ db, vault }, { bucket: 'check_piva', subject: network }, clock.now(), 60)
    if (count > needs.checksPerHour) throw tooMany(3600)
  }
  // Both are asked whatever the answer, so that its time says nothing.
  const [records, isRegistered] = [await listStatusesOf(db, vault, number), await needs.isRegistered(number)]
  const outcome = outcomeOf(records)
  return outcome === 'unknown' && isRegistered && readsRegistry ? 'registered' : outcome
}

/** Counts an application, finished or not, of a network; throws 429 where it sent too many in a minute. */
export async function countApplication(
  { db, vault, clock, applicationsPerMinute }: EnrolmentNeeds,
  network: string,
): Promise<void> {
  const count = await countRequest({ db, vault }, { bucket: 'application', subject: network }, clock.now())
  if (count > applicationsPerMinute) throw tooMany(60)
}

/** Enrolment of associations (specification 1 §2, decisions §6). */
export function createEnrolment(needs: EnrolmentNeeds) {
  const { inTransaction, vault, clock, log } = needs

  return {
    /** What is known of a number before an application; limited per network. */
    check: (number: string, network: string, readsRegistry: boolean): Promise<NumberOutcome> =>
      checkNumber(needs, number, network, readsRegistry),

    /** Takes an application; for a removed or rejected number it waits for its confirmation by mail. */
    apply(application: Application, applicant: Applicant, audit: AuditRecorder): Promise<Receipt> {
      const { idempotencyKey, visitorHash, network } = applicant
      return takeSubmission<Receipt, void>(needs, {
        audit,
        key: idempotencyKey === undefined ? undefined : senderKey(idempotencyKey, application, log),
        visitorHash,
        onRepeat: () => audit.record('association', []),
        prepare: () => countApplication(needs, network),
        perform: (tx) => takeApplicationOf(needs, tx, application, applicant, audit),
      })
    },

    /** Confirms a new application by the link that was sent; 404 for a link that is unknown, used or past. */
    confirm: (link: string, audit: AuditRecorder): Promise<{ requestNumber: string }> =>
      inTransaction(audit, async (tx) => {
        const waiting = await lockApplication(tx, vault, hashOf(link), clock.now())
        if (!waiting) throw new AppError('not_found')
        await lockNumbers(tx)
        const values = waiting.content as AssociationValues
        const known = await findByNumber(tx, vault, values.number ?? '')
        if (known && outcomeOf([known]) !== 'removed' && outcomeOf([known]) !== 'rejected')
          throw new AppError('number_in_use', contactParams(needs))
        const applicant = { language: waiting.language, maker: { draftId: waiting.id } }
        const action = known ? 'applyAgain' : 'apply'
        const requestNumber = await insertRequest(needs, tx, { values, previous: known, action, ...applicant }, audit)
        await deleteDraft(tx, waiting.id)
        return { requestNumber }
      }),
  }
}

/** Takes an application whose captcha is solved. */
async function takeApplicationOf(
  needs: EnrolmentNeeds,
  tx: Db,
  application: Application,
  { language, visitorHash, user, network }: Applicant,
  audit: AuditRecorder,
): Promise<Receipt> {
  const { vault, clock } = needs
  const { isOverwriting, draftLink, ...sent } = withoutHidden(applicationForm, application) as Application
  const draft = draftLink === undefined ? undefined : await lockDraft(tx, vault, hashOf(draftLink), clock.now())
  const values: AssociationValues = sent
  const maker: Maker = { visitorHash, userId: user?.id, draftId: draft?.id }
  refuseTooYoung(values, todayOf(clock))
  await lockNumbers(tx)
  const known = await findByNumber(tx, vault, values.number ?? '')
  const outcome = known ? outcomeOf([known]) : 'unknown'
  const take = async (): Promise<Receipt> => {
    if (outcome === 'removed' || outcome === 'rejected')
      return askForConfirmation(needs, tx, { values, language, maker, network }, audit)
    if (known) {
      refuseOverwriting(needs, known, isOverwriting ?? false)
      const replacesAt = await askReplacement(needs, tx, known, { values, language, maker, network }, audit)
      return { replacesAt, waitsForConfirmation: false }
    }
    const requestNumber = await insertRequest(needs, tx, { values, language, maker, user, action: 'apply' }, audit)
    return { requestNumber, waitsForConfirmation: false }
  }
  const receipt = await take()
  // Last: it releases those of its files that the application left out.
  if (draft) await deleteDraft(tx, draft.id)
  return receipt
}

/** Throws where the applicant may not overwrite a known request, or does not want to. */
function refuseOverwriting(needs: EnrolmentNeeds, known: StoredAssociation, isOverwriting: boolean): void {
  if (!isPending(known)) throw new AppError('number_in_use', contactParams(needs))
  if (!isOverwriting) throw new AppError('number_pending', contactParams(needs))
}

/** Throws where the association was formed less than a year ago. */
function refuseTooYoung(values: AssociationValues, today: PlainDate) {
  const { formedOn } = values
  const record: AssociationFacts = {
    status: null,
    today,
    isNumberFree: true,
    isTermExtended: false,
    isRemovalRequested: false,
    ...(formedOn && { formedOn }),
  }
  const denial = denialOf('apply', record, 'applicant')
  if (denial === 'too_young') throw new AppError('association_too_young')
}

/** Keeps an application, sealed, and its files until its sender confirms it by the link that a mail carries. */
async function askForConfirmation(
  needs: EnrolmentNeeds,
  tx: Db,
  { values, language, maker, network }: WaitingApplication,
  audit: AuditRecorder,
): Promise<Receipt> {
  const { vault, clock, attachments } = needs
  await checkDocuments(tx, attachments, values, maker)
  const { secret, hash } = newSecret()
  const until = new Date(clock.now().getTime() + confirmationHours * 3_600_000)
  const draftId = await insertDraft(tx, vault, {
    secretHash: hash,
    isApplication: true,
    language,
    content: values,
    until,
  })
  await attachments.keepWithDraft(tx, { ids: documentIds(values), maker, draftId, network })
  const params = { name: values.name ?? '', url: linkTo(needs, 'confirm', secret, language) }
  await needs.letters.sendTo(tx, 'confirm_application', letterAddressesOf(values), language, params)
  audit.record('association', [])
  return { waitsForConfirmation: true }
}
