import {
  type Application,
  type AssociationStatus,
  type AssociationValues,
  applicationForm,
  isOrganisationNumber,
  type Language,
  type NumberOutcome,
  normalizeNumber,
  type PlainDate,
  withoutHidden,
} from '@portal/contract'
import type { Logger } from 'pino'
import { AppError, invalidInput, tooMany } from '#platform/app-error.ts'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import { todayOf } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import { claimKey, findAnswer, keepAnswer, type SenderKey, senderKey } from '#platform/idempotency.ts'
import { countRequest } from '#platform/request-counts.store.ts'
import { denialOf, factsOf, type StoredFacts } from '../associations.rules.ts'
import { type AssociationNeeds, contactParams } from '../record/association-reading.ts'
import { findByNumber, listStatusesOf, lockNumbers, type StoredAssociation } from '../record/associations.store.ts'
import { hashOf, linkTo, newSecret } from '../record/letters.ts'
import { deleteDraft, insertDraft, takeApplication } from './drafts.store.ts'
import { insertRequest, overwriteRequest } from './store-request.ts'

/** What applications need beside the register. */
export interface EnrolmentNeeds extends AssociationNeeds {
  readonly log: Logger
  readonly applicationsPerMinute: number
  /** Lookups of a number from one network in an hour; 0 for no limit. */
  readonly checksPerHour: number
  readonly captcha: {
    isSolvedBy(visitorHash: string): Promise<boolean>
    /** Consumes a solved captcha; false if there is none. */
    use(tx: Db, visitorHash: string): Promise<boolean>
  }
  /** Whether the office's registry has an organisation with a number. */
  readonly isRegistered: (number: string) => Promise<boolean>
}

/** The sender of an application. */
export interface Applicant {
  readonly network: string
  readonly idempotencyKey: string | undefined
  readonly visitorHash: string | undefined
  readonly userId: number | undefined
  readonly language: Language
}

/** The answer to an application. */
export interface Receipt {
  readonly requestNumber?: string | undefined
  readonly waitsForConfirmation: boolean
}

type Known = { readonly status: AssociationStatus; readonly origin: StoredAssociation['origin'] }

/** Whether an anonymous applicant may overwrite a request: it waits in 1 or 3, and is no renewal (decisions §6). */
const isPending = ({ status, origin }: Known) =>
  status === 'submitted' || (status === 'documentsAsked' && origin !== 'renewalAsked')

/** The outcome for the records of a number: a current one decides, else the newest closed one. */
export function outcomeOf(records: readonly Known[]): Exclude<NumberOutcome, 'registered'> {
  const current = records.find(({ status }) => status !== 'removed' && status !== 'rejected')
  if (current) return isPending(current) ? 'requestPending' : 'enrolment'
  const [newest] = records.slice(-1)
  if (!newest) return 'unknown'
  return newest.status === 'removed' ? 'removed' : 'rejected'
}

/** Hours in which a new application for a removed or rejected number must be confirmed; its files wait as long. */
const confirmationHours = 24

async function checkNumber(
  needs: EnrolmentNeeds,
  raw: string,
  network: string,
  readsRegistry: boolean,
): Promise<NumberOutcome> {
  const { db, vault, clock } = needs
  if (needs.checksPerHour > 0) {
    const count = await countRequest({ db, vault }, { bucket: 'check_piva', subject: network }, clock.now(), 60)
    if (count > needs.checksPerHour) throw tooMany(3600)
  }
  const number = normalizeNumber(raw)
  if (!isOrganisationNumber(number)) throw invalidInput([{ path: 'piva', message: 'piva_o_cf_non_validi' }])
  // Both are asked whatever the answer, so that its time says nothing.
  const [records, isRegistered] = [await listStatusesOf(db, vault, number), await needs.isRegistered(number)]
  const outcome = outcomeOf(records)
  return outcome === 'unknown' && isRegistered && readsRegistry ? 'registered' : outcome
}

/** Enrolment of associations (specification 1 §2, decisions §6). */
export function createEnrolment(needs: EnrolmentNeeds) {
  const { db, inTransaction, vault, clock, captcha, log } = needs

  async function countApplication(network: string) {
    const count = await countRequest({ db, vault }, { bucket: 'application', subject: network }, clock.now())
    if (count > needs.applicationsPerMinute) throw tooMany(60)
  }

  /** The answer of an earlier request with this key. Throws 403 if there is none and no captcha was solved. */
  async function earlierAnswer(key: SenderKey | undefined, visitorHash: string | undefined) {
    const earlier = key && (await answerOf(db, key))
    if (earlier || (visitorHash && (await captcha.isSolvedBy(visitorHash)))) return earlier
    throw new AppError('captcha')
  }

  return {
    /** What is known of a number before an application; limited per network. */
    check: (raw: string, network: string, readsRegistry: boolean): Promise<NumberOutcome> =>
      checkNumber(needs, raw, network, readsRegistry),

    /** Takes an application; for a removed or rejected number it waits for its confirmation by mail. */
    async apply(application: Application, applicant: Applicant, audit: AuditRecorder): Promise<Receipt> {
      const { idempotencyKey, visitorHash } = applicant
      const key = idempotencyKey === undefined ? undefined : senderKey(idempotencyKey, application, log)
      const earlier = await earlierAnswer(key, visitorHash)
      if (earlier) return audited(earlier, audit)
      await countApplication(applicant.network)
      return inTransaction(async (tx) => {
        if (key && !(await claimKey(tx, key.keyHash, key.bodyHash, clock.now())))
          return audited(requireAnswer(await answerOf(tx, key)), audit)
        if (!visitorHash || !(await captcha.use(tx, visitorHash))) throw new AppError('captcha')
        const receipt = await takeApplicationOf(needs, tx, application, applicant, audit)
        if (key) await keepAnswer(tx, key.keyHash, key.seal(receipt))
        return receipt
      })
    },

    /** Confirms a new application by the link that was sent; 404 for a link that is unknown, used or past. */
    confirm: (link: string, audit: AuditRecorder): Promise<{ requestNumber: string }> =>
      inTransaction(async (tx) => {
        const waiting = await takeApplication(tx, vault, hashOf(link), clock.now())
        if (!waiting) throw new AppError('not_found')
        await lockNumbers(tx)
        const values = waiting.content as AssociationValues
        const known = await findByNumber(tx, vault, values.number ?? '')
        if (known && outcomeOf([known]) !== 'removed' && outcomeOf([known]) !== 'rejected')
          throw new AppError('number_in_use', contactParams(needs))
        const applicant = { language: waiting.language, maker: { visitorHash: waiting.visitorHash ?? undefined } }
        const action = known ? 'applyAgain' : 'apply'
        return {
          requestNumber: await insertRequest(needs, tx, { values, previous: known, action, ...applicant }, audit),
        }
      }),
  }
}

function audited(receipt: Receipt, audit: AuditRecorder): Receipt {
  audit.record('association', [])
  return receipt
}

/** Takes an application whose captcha is solved. */
async function takeApplicationOf(
  needs: EnrolmentNeeds,
  tx: Db,
  application: Application,
  { language, visitorHash, userId }: Applicant,
  audit: AuditRecorder,
): Promise<Receipt> {
  const { vault, clock } = needs
  const { isOverwriting, draftLink, ...sent } = withoutHidden(applicationForm, application) as Application
  if (draftLink) await deleteDraft(tx, hashOf(draftLink))
  const values: AssociationValues = sent
  refuseTooYoung(values, todayOf(clock))
  await lockNumbers(tx)
  const known = await findByNumber(tx, vault, values.number ?? '')
  const outcome = known ? outcomeOf([known]) : 'unknown'
  if (outcome === 'removed' || outcome === 'rejected')
    return askForConfirmation(needs, tx, { values, language, visitorHash }, audit)
  const maker = { visitorHash, userId }
  const requestNumber = known
    ? await overwriteRequest(needs, tx, overwritable(needs, known, isOverwriting ?? false), values, maker, audit)
    : await insertRequest(needs, tx, { values, language, maker, action: 'apply' }, audit)
  return { requestNumber, waitsForConfirmation: false }
}

/** The id of a pending request that the applicant overwrites; throws where they may not, or do not want to. */
function overwritable(needs: EnrolmentNeeds, known: StoredAssociation, isOverwriting: boolean): number {
  if (!isPending(known)) throw new AppError('number_in_use', contactParams(needs))
  if (!isOverwriting) throw new AppError('number_pending', contactParams(needs))
  return known.id
}

/** Throws where the association was formed less than a year ago. */
function refuseTooYoung(values: AssociationValues, today: PlainDate) {
  const record = { ...factsOf({ ...blankFacts, values }, today), status: null }
  const denial = denialOf('apply', record, 'applicant')
  if (denial === 'too_young') throw new AppError('association_too_young')
}

interface WaitingApplication extends Pick<Applicant, 'language' | 'visitorHash'> {
  readonly values: AssociationValues
}

/** Keeps an application, sealed, until its sender confirms it by the link that a mail carries. */
async function askForConfirmation(
  needs: EnrolmentNeeds,
  tx: Db,
  { values, language, visitorHash }: WaitingApplication,
  audit: AuditRecorder,
): Promise<Receipt> {
  const { vault, clock } = needs
  const { secret, hash } = newSecret()
  const until = new Date(clock.now().getTime() + confirmationHours * 3_600_000)
  const draft = { secretHash: hash, isApplication: true, language, visitorHash, content: values, until }
  await insertDraft(tx, vault, draft)
  const params = { name: values.name ?? '', url: linkTo(needs, 'confirm', secret, language) }
  await needs.letters.sendTo(tx, 'confirm_application', values.pec ?? values.email ?? '', language, params)
  audit.record('association', [])
  return { waitsForConfirmation: true }
}

/** The facts of a record that does not exist yet. */
const blankFacts: Omit<StoredFacts, 'values'> = {
  ...{ status: 'submitted' as const, origin: null, expiresOn: null, documentsDueOn: null, isTermExtended: false },
  ...{ rejectionWarnedOn: null, remindedOn: null, isRemovalRequested: false },
}

async function answerOf(from: Db, key: SenderKey): Promise<Receipt | undefined> {
  const stored = await findAnswer(from, key.keyHash)
  if (!stored?.answer) return undefined
  if (stored.bodyHash !== key.bodyHash) throw new AppError('key_reused')
  return key.open(stored.answer) as Receipt
}

function requireAnswer(answer: Receipt | undefined): Receipt {
  if (!answer) throw new AppError('conflict')
  return answer
}
