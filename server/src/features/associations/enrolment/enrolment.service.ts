import {
  type Application,
  type AssociationStatus,
  type AssociationValues,
  applicationForm,
  isOrganisationNumber,
  type Language,
  type NumberOutcome,
  normalizeNumber,
  withoutHidden,
} from '@portal/contract'
import type { Logger } from 'pino'
import { AppError, invalidInput, tooMany } from '#platform/app-error.ts'
import type { Maker } from '#platform/attachments/attachments.store.ts'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import { todayOf } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import { claimKey, findAnswer, keepAnswer, type SenderKey, senderKey } from '#platform/idempotency.ts'
import { countRequest } from '#platform/request-counts.store.ts'
import { denialOf, factsOf, requestNumberOf, type StoredFacts } from '../associations.rules.ts'
import { notifyOf, sendLettersOf } from '../record/association-acting.ts'
import { changesBetween } from '../record/association-changes.ts'
import { insertAssociationEvent } from '../record/association-events.store.ts'
import { type AssociationNeeds, documentsOf, getStored, lockHolderOf } from '../record/association-reading.ts'
import { storedValues } from '../record/association-saving.ts'
import {
  findByNumber,
  insertAssociation,
  listStatusesOf,
  lockNumbers,
  lockRow,
  nextRequestPlace,
  type StoredAssociation,
  updateAssociation,
} from '../record/associations.store.ts'
import { replaceDocuments } from '../record/documents.store.ts'
import { hashOf, linkTo, newSecret } from '../record/letters.ts'
import { deleteDraft, insertDraft, takeApplication } from './drafts.store.ts'

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
    async check(raw: string, network: string, readsRegistry: boolean): Promise<NumberOutcome> {
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
    },

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
        const receipt = await takeApplicationOf(tx, application, applicant, audit)
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
        return { requestNumber: await insertRequest(tx, { values, previous: known, action, ...applicant }, audit) }
      }),
  }

  function audited(receipt: Receipt, audit: AuditRecorder): Receipt {
    audit.record('association', [])
    return receipt
  }

  async function takeApplicationOf(
    tx: Db,
    application: Application,
    { language, visitorHash, userId }: Applicant,
    audit: AuditRecorder,
  ): Promise<Receipt> {
    const { isOverwriting, draftLink, ...sent } = withoutHidden(applicationForm, application) as Application
    if (draftLink) await deleteDraft(tx, hashOf(draftLink))
    const values: AssociationValues = sent
    refuseTooYoung(values)
    await lockNumbers(tx)
    const known = await findByNumber(tx, vault, values.number ?? '')
    const outcome = known ? outcomeOf([known]) : 'unknown'
    if (outcome === 'removed' || outcome === 'rejected')
      return askForConfirmation(tx, values, language, visitorHash, audit)
    const maker = { visitorHash, userId }
    const requestNumber = known
      ? await overwrite(tx, overwritable(known, isOverwriting ?? false), values, maker, audit)
      : await insertRequest(tx, { values, language, maker, action: 'apply' }, audit)
    return { requestNumber, waitsForConfirmation: false }
  }

  /** The id of a pending request that the applicant overwrites; throws where they may not, or do not want to. */
  function overwritable(known: StoredAssociation, isOverwriting: boolean): number {
    if (!isPending(known)) throw new AppError('number_in_use', contactParams(needs))
    if (!isOverwriting) throw new AppError('number_pending', contactParams(needs))
    return known.id
  }

  /** Throws where the association was formed less than a year ago. */
  function refuseTooYoung(values: AssociationValues) {
    const record = { ...factsOf({ ...blankFacts, values }, todayOf(clock)), status: null }
    const denial = denialOf('apply', record, 'applicant')
    if (denial === 'too_young') throw new AppError('association_too_young')
  }

  async function askForConfirmation(
    tx: Db,
    values: AssociationValues,
    language: Language,
    visitorHash: string | undefined,
    audit: AuditRecorder,
  ): Promise<Receipt> {
    const { secret, hash } = newSecret()
    const until = new Date(clock.now().getTime() + confirmationHours * 3_600_000)
    const draft = { secretHash: hash, isApplication: true, language, visitorHash, content: values, until }
    await insertDraft(tx, vault, draft)
    const params = { name: values.name ?? '', url: linkTo(needs, 'confirm', secret, language) }
    await needs.letters.sendTo(tx, 'confirm_application', values.pec ?? values.email ?? '', language, params)
    audit.record('association', [])
    return { waitsForConfirmation: true }
  }

  interface NewRequest {
    readonly values: AssociationValues
    readonly language: Language
    readonly maker: Maker
    readonly action: 'apply' | 'applyAgain'
    readonly previous?: StoredAssociation | undefined
  }

  /** Stores a request with its documents, history, notices and receipt; returns its number. */
  async function insertRequest(
    tx: Db,
    { values, language, maker, action, previous }: NewRequest,
    audit: AuditRecorder,
  ): Promise<string> {
    const requestedAt = clock.now()
    const requestYear = Number(todayOf(clock).slice(0, 4))
    const requestPlace = await nextRequestPlace(tx, requestYear)
    const id = await insertAssociation(tx, vault, {
      ...{ values: storedValues(values), status: 'submitted', language, requestYear, requestPlace },
      ...{ requestedAt, statusSince: requestedAt, previousId: previous?.id },
    })
    const stored = new Map()
    await replaceDocuments(tx, needs.attachments, { associationId: id, values, stored, maker, at: requestedAt }, audit)
    audit.record('association', [id], Object.keys(values))
    await insertAssociationEvent(tx, vault, {
      ...{ associationId: id, kind: action, at: requestedAt, byUser: null, role: null },
      statusTo: 'submitted',
    })
    const row = await getStored(needs, tx, id)
    await notifyOf(needs, tx, { action, row, actor: { role: 'applicant', user: undefined } })
    await sendLettersOf(needs, tx, action, id)
    return requestNumberOf(requestYear, requestPlace)
  }

  /** Replaces a pending request by what was sent now; the history keeps what it was. */
  async function overwrite(
    tx: Db,
    id: number,
    sent: AssociationValues,
    maker: Maker,
    audit: AuditRecorder,
  ): Promise<string> {
    await lockRow(tx, id)
    const row = await getStored(needs, tx, id)
    if (await lockHolderOf(needs, tx, id, undefined)) throw new AppError('being_verified', contactParams(needs))
    const values = storedValues(sent)
    const at = clock.now()
    const stored = await documentsOf(needs, tx, id)
    await replaceDocuments(tx, needs.attachments, { associationId: id, values: sent, stored, maker, at }, audit)
    const cleared = { origin: null, documentsDueOn: null, isTermExtended: false, checkedDocuments: [] }
    await updateAssociation(tx, vault, row, {
      ...cleared,
      status: 'submitted',
      statusSince: at,
      missingItems: null,
      values,
    })
    audit.record('association', [id], Object.keys(values))
    await insertAssociationEvent(tx, vault, {
      ...{ associationId: id, kind: 'replace', at, byUser: null, role: null },
      ...{ statusFrom: row.status, statusTo: 'submitted', changes: changesBetween(row.values, values) },
    })
    await notifyOf(needs, tx, { action: 'apply', row, actor: { role: 'applicant', user: undefined } })
    await sendLettersOf(needs, tx, 'apply', id)
    return requestNumberOf(row.requestYear, row.requestPlace)
  }
}

/** The facts of a record that does not exist yet. */
const blankFacts: Omit<StoredFacts, 'values'> = {
  ...{ status: 'submitted' as const, origin: null, expiresOn: null, documentsDueOn: null, isTermExtended: false },
  ...{ rejectionWarnedOn: null, remindedOn: null, isRemovalRequested: false },
}

/** Where to ask, in the sentences that refuse an application. */
export const contactParams = ({ office }: Pick<AssociationNeeds, 'office'>) => ({
  params: { phone: office.phone, mail: office.registerMailbox, tag: office.productTag },
})

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
