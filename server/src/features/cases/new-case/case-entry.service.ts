import { type CaseEntry, type CaseRow, dayIn, officeZone, type PlainDate, reportFields } from '@portal/contract'
import { nextProtocolNumber, sealReport } from '#features/reports/index.ts'
import type { Attachments } from '#platform/attachments/attachments.ts'
import { insertRows, nextId } from '#platform/database/new-rows.ts'
import type { Db } from '#platform/database/transaction.ts'
import { performOnce, senderKey } from '#platform/idempotency.ts'
import { insertSealedRows } from '#platform/protection/sealed-rows.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { createCaseActing } from '../actions/case-act.service.ts'
import { insertEvent } from '../history/case-events.store.ts'
import { type createCaseLists, recordListRead } from '../list/case-listing.ts'
import { codeOf } from '../record/case-present.ts'
import { type CommandNeeds, normalizeCaseValues, refuseUnknownChoices } from '../record/case-save.service.ts'
import { caseRowOf, changedKeys, changesBetween, reportValuesOf } from '../record/case-values.ts'

export interface EnteredCase {
  readonly id: number
  readonly code: string
}

export interface EntryNeeds extends CommandNeeds {
  /** Attaches to a case the files that its user uploaded; throws 400 at `wirePath` for the files of others. */
  readonly claimFiles: Attachments['claim']
}

/** The data by which a case that exists already is searched for. */
export interface DuplicateSearch {
  readonly protocolNumbers?: string[] | undefined
  /** Names of the reporter and of the victim; each is searched for as both. */
  readonly persons?: readonly string[] | undefined
  readonly placeCity?: number | undefined
  readonly eventDate?: PlainDate | undefined
}

/** Maximum number of possible duplicates for each search. */
const maxDuplicatesShown = 5

interface EntryServices {
  readonly lists: ReturnType<typeof createCaseLists>
  readonly acting: ReturnType<typeof createCaseActing>
}

async function insertEntry(needs: EntryNeeds, tx: Db, entry: CaseEntry, { user, audit }: Caller): Promise<EnteredCase> {
  const { vault, clock, office } = needs
  const { isTaken: _later, receivedOn, submitType: _screen, attachments, ...formValues } = entry
  const values = normalizeCaseValues(formValues)
  const changes = changesBetween({}, values)
  await refuseUnknownChoices(needs, tx, values, changedKeys(changes))
  const now = clock.now()
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
  audit.record('case', [id], changedKeys(changes))
  const event = { caseId: id, kind: 'entered', at: now, byUser: user.id, role: user.selectedRole } as const
  await insertEvent(tx, vault, { ...event, statusTo: 'open', changes })
  return { id, code: codeOf(office.productTag, { protocolYear: year, protocolNumber }) }
}

/** Enters cases that reached the office by other channels than the portal. */
export function createCaseEntry(needs: EntryNeeds, { lists, acting }: EntryServices) {
  const { inTransaction, clock, log } = needs

  return {
    /** Enters a case, once for each idempotency key; with `isTaken` the user takes it in the same transaction. */
    async enter(entry: CaseEntry, caller: Caller, idempotencyKey: string | undefined): Promise<EnteredCase> {
      const key =
        idempotencyKey === undefined ? undefined : senderKey(`case ${caller.user.id} ${idempotencyKey}`, entry, log)
      return inTransaction((tx) =>
        performOnce<EnteredCase>(tx, key, clock.now(), {
          onRepeat: ({ id }) => caller.audit.record('case', [id]),
          async perform() {
            const entered = await insertEntry(needs, tx, entry, caller)
            if (entry.isTaken) await acting.actIn(tx, { caseId: entered.id, version: 1 }, caller, 'take')
            return entered
          },
        }),
      )
    },

    /** Cases that may be duplicates of the one that the user enters. */
    async possibleDuplicates(
      { protocolNumbers, persons = [], placeCity, eventDate }: DuplicateSearch,
      { user, audit }: Caller,
    ): Promise<CaseRow[]> {
      const searches = [
        ...(protocolNumbers?.some((number) => number.trim() !== '') ? [{ protocolNumbers }] : []),
        ...persons.filter(isName).map((person) => ({ person })),
        ...(placeCity && eventDate ? [{ placeCities: [placeCity], eventFrom: eventDate, eventTo: eventDate }] : []),
      ]
      const found = await Promise.all(searches.map((filters) => lists.first(filters, user, maxDuplicatesShown)))
      const rows = [...new Map(found.flat().map((row) => [row.id, row])).values()]
      recordListRead(audit, rows)
      return rows
    },
  }
}

/** Minimum number of letters of a name to search for. */
const shortestName = 3
const isName = (text: string) => (text.match(/\p{L}/gu) ?? []).length >= shortestName
