import {
  type CaseEntry,
  type CaseFilters,
  type DuplicateReason,
  dayIn,
  officeZone,
  type PlainDate,
  type PossibleDuplicateCase,
  reportFields,
} from '@portal/contract'
import { nextProtocolNumber, sealReport } from '#features/reports/index.ts'
import { insertRows, nextId } from '#platform/database/new-rows.ts'
import type { Db } from '#platform/database/transaction.ts'
import { performOnce, senderKey } from '#platform/idempotency.ts'
import { insertSealedRows } from '#platform/protection/sealed-rows.ts'
import { authorshipOf } from '#platform/record/record.ts'
import type { Caller } from '#platform/session/caller.ts'
import { actIn } from '../actions/case-act.service.ts'
import type { CaseNeeds } from '../case-needs.ts'
import { findPage } from '../finding/find-cases.ts'
import { insertEvent } from '../history/case-events.store.ts'
import { normalizeCaseValues } from '../record/case-input.ts'
import { codeOf } from '../record/case-present.ts'
import { refuseUnknownChoices } from '../record/case-record.ts'
import { caseChanges, caseRowOf, reportValuesOf } from '../record/case-values.ts'

export interface EnteredCase {
  readonly id: number
  readonly code: string
}

/** The data by which a case that exists already is searched for. */
export interface DuplicateSearch {
  readonly protocolNumbers?: string[] | undefined
  /** Names of the reporter and of the victim; each is searched for as both. */
  readonly persons?: readonly string[] | undefined
  /** Telephone numbers and mail addresses of the reporter. */
  readonly contacts?: readonly string[] | undefined
  readonly placeCity?: number | undefined
  readonly eventDate?: PlainDate | undefined
}

/** Maximum number of possible duplicates for each search. */
const maxDuplicatesShown = 5

async function insertEntry(needs: CaseNeeds, tx: Db, entry: CaseEntry, caller: Caller): Promise<EnteredCase> {
  const { user, audit } = caller
  const { vault, office } = needs
  const { isTaken: _later, receivedOn, mailId, submitType: _screen, attachments, ...formValues } = entry
  const values = normalizeCaseValues(formValues)
  const changes = caseChanges.changesBetween({}, values)
  await refuseUnknownChoices(needs, tx, values)
  const by = authorshipOf(needs, user)
  const now = by.at
  const year = Number(dayIn(officeZone, now).slice(0, 4))
  const createdAt = receivedOn && receivedOn < dayIn(officeZone, now) ? new Date(`${receivedOn}T12:00:00Z`) : now
  const id = await nextId(tx, 'cases')
  const report = sealReport(vault, { ...reportValuesOf(values), caseId: id, receivedAt: createdAt })
  // The lock of the number makes reports wait, so it comes after the values are checked and sealed.
  const protocolNumber = await nextProtocolNumber(tx, year)
  const row = {
    id,
    ...caseRowOf(values),
    protocolYear: year,
    protocolNumber,
    createdBy: user.id,
    createdAt,
    insertedAt: now,
    workedFrom: createdAt,
    statusSince: now,
  }
  await insertRows(tx, 'cases', [row])
  await insertSealedRows(tx, report)
  const ids = attachments?.map((file) => file.id) ?? []
  const claim = { maker: { userId: user.id }, owner: { caseId: id }, wirePath: reportFields.attachments.wire }
  await needs.claimFiles(tx, { ids, ...claim }, audit)
  audit.record('case', [id], caseChanges.changedKeys(changes))
  if (mailId) await needs.takeMail(tx, { id: mailId, caseId: id }, caller)
  await insertEvent(tx, vault, { caseId: id, kind: 'entered', ...by, statusTo: 'open', changes })
  return { id, code: codeOf(office.productTag, { protocolYear: year, protocolNumber }) }
}

/** Enters a case, once for each idempotency key; with `isTaken` the user takes it in the same transaction. */
export async function enterCase(
  needs: CaseNeeds,
  entry: CaseEntry,
  caller: Caller,
  idempotencyKey: string | undefined,
): Promise<EnteredCase> {
  const { inTransaction, clock, log } = needs
  const key =
    idempotencyKey === undefined ? undefined : senderKey(`case ${caller.user.id} ${idempotencyKey}`, entry, log)
  return inTransaction(
    caller.audit,
    (tx) =>
      performOnce<EnteredCase>(tx, key, clock.now(), {
        onRepeat: ({ id }) => caller.audit.record('case', [id]),
        async perform() {
          const entered = await insertEntry(needs, tx, entry, caller)
          if (entry.isTaken) await actIn(needs, tx, { caseId: entered.id, version: 1 }, caller, 'take')
          return entered
        },
      }),
    { isKeyed: key !== undefined },
  )
}

interface Clue {
  readonly reason: DuplicateReason
  readonly filters: CaseFilters
}

/** The searches for possible duplicates, each with the reason that a case it finds is one. */
function cluesOf({ protocolNumbers, persons = [], contacts = [], placeCity, eventDate }: DuplicateSearch): Clue[] {
  const clues: Clue[] = []
  if (protocolNumbers?.some((number) => number.trim() !== ''))
    clues.push({ reason: 'protocol', filters: { protocolNumbers } })
  for (const person of persons.filter(isName)) clues.push({ reason: 'name', filters: { person } })
  for (const contact of contacts.filter(isContact)) clues.push({ reason: 'contact', filters: { contact } })
  if (placeCity && eventDate) {
    const filters = { placeCities: [placeCity], eventFrom: eventDate, eventTo: eventDate }
    clues.push({ reason: 'placeAndDay', filters })
  }
  return clues
}

/** Cases that may be duplicates of the one that the user enters; those with most reasons come first. */
export async function possibleDuplicates(
  needs: CaseNeeds,
  search: DuplicateSearch,
  caller: Caller,
): Promise<PossibleDuplicateCase[]> {
  const clues = cluesOf(search)
  if (clues.length === 0) caller.audit.record('case', [])
  const first = { from: 1, to: maxDuplicatesShown }
  const pages = await Promise.all(
    clues.map(({ filters }) => findPage(needs, { view: 'everywhere', filters }, first, caller)),
  )
  const found = new Map<number, PossibleDuplicateCase>()
  for (const [index, { reason }] of clues.entries())
    for (const row of pages[index]?.rows ?? []) {
      const reasons = found.get(row.id)?.reasons ?? []
      found.set(row.id, { ...row, reasons: [...new Set([...reasons, reason])] })
    }
  return [...found.values()].sort((one, other) => other.reasons.length - one.reasons.length)
}

/** Minimum number of letters of a name to search for. */
const shortestName = 3
const isName = (text: string) => (text.match(/\p{L}/gu) ?? []).length >= shortestName

/** Minimum number of digits of a telephone number to search for. */
const shortestPhone = 6
const isContact = (text: string) => /.@./.test(text) || (text.match(/\d/g) ?? []).length >= shortestPhone
