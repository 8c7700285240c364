import {
  type CaseDetail,
  type ComplainantLetter,
  type ComplainantLetters,
  type DocumentFormat,
  dayIn,
  draftLetter,
  formatScreenDate,
  isReadOnly,
  type Language,
  type LetterDecision,
  type LetterWay,
  languageCodes,
  languages,
  type NewLetter,
  type Office,
  officeText,
  officeZone,
  paths,
  type ReferenceItem,
  type ReferenceList,
} from '@portal/contract'
import { type CaseMessaging, type Reporter, reporterOf, worksOn } from '#features/case-messages/index.ts'
import { type CaseAccess, type CaseNeeds, noteOnCase, openCase, permissionsFor } from '#features/cases/index.ts'
import { AppError } from '#platform/app-error.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { FileReply } from '#platform/http/serve.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import { presentSentMail } from '#platform/mail/sent-mail.ts'
import { type DocumentFile, userShare } from '#platform/pdf/document-file.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { namesOf } from '#platform/session/user-names.ts'
import { textsIn } from '#platform/texts.ts'
import { letterDocument } from './letter-document.ts'
import { insertLetter, listLetters, listTexts, markInformed } from './letters.store.ts'

export interface LetterNeeds {
  readonly caseNeeds: CaseNeeds
  readonly office: Office
  readonly publicOrigin: string
  readonly outbox: Pick<Outbox, 'queue'>
  readonly caseMessages: Pick<CaseMessaging, 'deliver'>
  /** The items of a reference list, retired ones too. */
  readonly listItems: (list: ReferenceList, language: Language) => Promise<readonly ReferenceItem[]>
  readonly documentFile: DocumentFile
}

/** A letter says what is true now: of a closed case that it is closed. */
const decisionOf = ({ status }: Pick<CaseAccess, 'status'>): LetterDecision =>
  isReadOnly(status) ? 'closed' : 'continues'

/** Whether a user may send letters of a case: the operator who works on it, also once it is closed. */
const canSend = (access: CaseAccess) => worksOn(access) && !access.isPseudonymised && access.status !== 'cancelled'

const waysTo = ({ canRead, address }: Reporter): LetterWay[] => [
  ...(canRead ? (['message'] as const) : []),
  ...(address ? (['mail'] as const) : []),
  'print',
]

/** The language of the page of the report; of a case that the office entered, that of the complainant if letters exist in it. */
function languageOf({ canRead, language }: Reporter, { values }: CaseDetail): Language {
  const code = languageCodes[values.language ?? 0]?.toLowerCase()
  return canRead ? language : (languages.find((one) => one === code) ?? language)
}

const labelIn = (items: readonly ReferenceItem[], id: number | undefined) => items.find((item) => item.id === id)?.label

async function draftIn(needs: LetterNeeds, record: CaseDetail, language: Language): Promise<string> {
  const { office, publicOrigin, listItems, caseNeeds } = needs
  const { grounds = [], outcomeId } = record.values
  const facts = {
    code: record.code,
    received: formatScreenDate(dayIn(officeZone, record.createdAt)),
    ground: labelIn(await listItems('ground', language), grounds[0]?.groundId),
    outcome: labelIn(await listItems('final_outcome', language), outcomeId),
    register: `${publicOrigin}/${office.slug}${paths.publicRegister}?lang=${language}`,
    phone: office.phone,
    office: officeText(office, 'name', language).text,
  }
  const texts = await listTexts(caseNeeds.db)
  return draftLetter(texts, { decision: decisionOf(record), language, classified: record.values, facts }) ?? ''
}

async function presentLetters({ db, vault }: Pick<CaseNeeds, 'db' | 'vault'>, caseId: number) {
  const letters = await listLetters(db, vault, caseId)
  const names = await namesOf(db, vault, [...new Set(letters.map(({ writtenBy }) => writtenBy))])
  return letters.map(
    ({ writtenBy, ...letter }): ComplainantLetter => ({
      id: letter.id,
      at: letter.at,
      by: names.get(writtenBy),
      way: letter.way,
      decision: letter.decision,
      language: letter.language,
      text: letter.text ?? '',
      // Letters of earlier versions do not know their mail.
      mail:
        letter.mailId !== null || letter.mailedAt !== null || letter.deliveryState !== null
          ? presentSentMail(letter)
          : undefined,
    }),
  )
}

/** The letters of a case, and the draft of the next one in the complainant's language, or another. */
export async function readLetters(
  needs: LetterNeeds,
  asked: LettersOfCase,
  { user, audit }: Caller,
): Promise<ComplainantLetters> {
  const letters = await openLetters(needs, asked, user)
  audit.record('case', [asked.id])
  return letters
}

interface LettersOfCase {
  readonly id: number
  readonly language?: Language | undefined
}

async function openLetters(
  needs: LetterNeeds,
  { id, language: requested }: LettersOfCase,
  user: SessionUser,
): Promise<ComplainantLetters> {
  const { caseNeeds } = needs
  const record = await openCase(caseNeeds, id, user)
  const reporter = await reporterOf(caseNeeds, caseNeeds.db, id)
  const language = requested ?? languageOf(reporter, record)
  return {
    letters: await presentLetters(caseNeeds, id),
    decision: decisionOf(record),
    language,
    draft: await draftIn(needs, record, language),
    italian: await draftIn(needs, record, 'it'),
    ways: waysTo(reporter),
    canSend: canSend(await permissionsFor(caseNeeds, id, user)),
    informBy: record.informBy,
    informState: record.informState,
  }
}

/** Gives a letter to its way, and returns the id of its mail; paper is printed by the operator. */
async function dispatch(
  { caseMessages, outbox, office }: LetterNeeds,
  tx: Db,
  { caseId, code, letter, reporter }: Dispatch,
  caller: Caller,
): Promise<number | undefined> {
  const { way, text, language } = letter
  if (!waysTo(reporter).includes(way)) throw new AppError('conflict')
  if (way === 'message') await caseMessages.deliver(tx, { caseId, code, text, recipient: reporter.recipient }, caller)
  if (way !== 'mail' || !reporter.address) return undefined
  return outbox.queue(tx, {
    caseId,
    recipient: reporter.address,
    replyTo: office.assistanceMailbox,
    subject: textsIn(language)('mails.decision.subject', { code }),
    body: `${text}\n`,
  })
}

interface Dispatch {
  readonly caseId: number
  readonly code: string
  readonly letter: NewLetter
  readonly reporter: Reporter
}

/** Sends a letter to the complainant, who then counts as informed. It cannot be taken back. */
export async function sendLetter(
  needs: LetterNeeds,
  { id, letter }: { readonly id: number; readonly letter: NewLetter },
  caller: Caller,
): Promise<ComplainantLetters> {
  const { caseNeeds } = needs
  const { inTransaction, vault, clock } = caseNeeds
  const { user, audit } = caller
  await inTransaction(audit, async (tx) => {
    const access = await permissionsFor(caseNeeds, id, user, tx)
    if (!canSend(access)) throw new AppError('not_allowed')
    if (decisionOf(access) !== letter.decision) throw new AppError('conflict')
    const reporter = await reporterOf(caseNeeds, tx, id)
    const mailId = await dispatch(needs, tx, { caseId: id, code: access.code, letter, reporter }, caller)
    await insertLetter(tx, vault, { ...letter, caseId: id, at: clock.now(), writtenBy: user.id, mailId })
    await markInformed(tx, id)
    const t = textsIn('it')
    const changes = [
      { member: 'letterDecision', after: t(`letterDecisions.${letter.decision}`) },
      { member: 'letterWay', after: t(`letterWays.${letter.way}`) },
    ] as const
    await noteOnCase(caseNeeds, tx, { caseId: id, kind: 'informed', changes }, user)
    audit.record('case', [id], ['letters'])
  })
  return openLetters(needs, { id }, user)
}

/** A letter for print, in its language. */
export async function letterFile(
  needs: LetterNeeds,
  {
    id,
    letterId,
    format,
  }: { readonly id: number; readonly letterId: number; readonly format?: DocumentFormat | undefined },
  caller: Caller,
): Promise<FileReply> {
  const { caseNeeds, office, documentFile } = needs
  const { code } = await permissionsFor(caseNeeds, id, caller.user)
  caller.audit.record('case', [id])
  const letter = (await presentLetters(caseNeeds, id)).find((one) => one.id === letterId)
  if (!letter) throw new AppError('not_found')
  const document = letterDocument(letter, { code, office })
  return documentFile({ name: code, document, client: userShare(caller.user.id), format })
}
