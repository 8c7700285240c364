import { Readable } from 'node:stream'
import {
  type AssociationFilters,
  associationFilterNames,
  type CaseFilters,
  type CaseStatistics,
  caseFilterNames,
  type RecordKind,
  type ReferenceItem,
  type ReferenceList,
  type RegisterStatistics,
  type ReportPeriods,
  type StatisticsFileStart,
  type StatisticsSubject,
  statisticsSubjects,
} from '@portal/contract'
import office from '@portal/contract/texts/office/it.json' with { type: 'json' }
import { type RawBuilder, sql } from 'kysely'
import { AppError, invalidInput } from '#platform/app-error.ts'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import { type Clock, todayOf } from '#platform/clock.ts'
import { createConcurrencyLimit } from '#platform/concurrency-limit.ts'
import type { Reads } from '#platform/database/database.ts'
import { type Db, type InTransaction, unaudited } from '#platform/database/transaction.ts'
import type { FileReply } from '#platform/http/serve.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { Caller, Reader } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { namesOf } from '#platform/session/user-names.ts'
import { mediaTypes } from '#platform/spreadsheets/media-types.ts'
import { idArray, idsWithout } from '#platform/spreadsheets/record-source.ts'
import { smallWorkbook } from '#platform/spreadsheets/small-workbook.ts'
import { countCases } from './case-counting.ts'
import { directiveKeysOf, directiveLists } from './directive-keys.rules.ts'
import type { DutyTerms } from './duty-columns.ts'
import { listsOf, operatorsIn, presentTally } from './present.ts'
import { countAssociations } from './register-counting.ts'
import { statisticsSheets } from './sheets.ts'
import { findResult, findSubject, insertResult, type StoredResult } from './statistics.store.ts'
import type { Tally } from './tally.rules.ts'

type Ids = RawBuilder<{ id: number }>

interface Needs {
  readonly db: Db
  readonly reads: Reads
  readonly inTransaction: InTransaction
  readonly vault: Vault
  readonly clock: Clock
  /** The term within which complainants are informed. */
  readonly terms: Omit<DutyTerms, 'today'>
  /** Begins the name of the workbook. */
  readonly productTag: string
  /** Reference lists in Italian, with their retired entries. */
  readonly listsFor: (
    lists: readonly ReferenceList[],
  ) => Promise<Partial<Record<ReferenceList, readonly ReferenceItem[]>>>
  /** SQL for the ids of the cases that match the filters, among all that the user may read; undefined for all cases. */
  readonly casesMatching: (filters: CaseFilters, user: Reader) => Promise<Ids | undefined>
  /** The ids of these cases that the user may read. */
  readonly casesChosen: (ids: readonly number[], user: Reader) => Promise<Int32Array>
  readonly associationsMatching: (filters: AssociationFilters) => Ids
}

/** The filters of a request, and those of the records to compare with. */
export interface RequestedSets<F> {
  readonly filters?: F | undefined
  readonly comparison?: F | undefined
}

/** What a workbook is asked for: chosen cases, or an earlier request. */
export interface StatisticsFile {
  readonly ids?: readonly number[] | undefined
  readonly requestId?: number | undefined
}

/** Who counts, and where it is recorded. */
export interface StatisticsCaller {
  readonly user: Reader
  readonly audit: AuditRecorder
}

interface Subject<F> {
  readonly subject: StatisticsSubject
  readonly recordKind: RecordKind
  /** The wire names of the filters, for the audit log. */
  readonly filterNames: Readonly<Record<string, string>>
  /** The filters of the days on which records arrive. */
  readonly period: { readonly from: keyof F; readonly to: keyof F }
  readonly matching: (filters: F, user: Reader) => Promise<Ids | undefined>
  /** Reads what the counting needs beside the records; returns how to count. */
  readonly prepare: () => Promise<(tx: Db, ids: Ids | undefined) => Promise<Tally>>
}

// A pass over a million cases takes a processor for a second: two at once leave the rest of the pool to all other calls.
const counting = { atOnce: 2, waiting: 20, perClient: 4 }

/** Counts the records of a subject for its callers. The result is stored, so that any node answers the second call. */
function createSubject<F extends object>(
  needs: Needs & { readonly limit: ReturnType<typeof createConcurrencyLimit> },
  { subject, recordKind, filterNames, period, matching, prepare }: Subject<F>,
) {
  const { db, reads, inTransaction, vault, clock } = needs

  /** Counts the records that match. */
  async function countSets({ filters, comparison }: RequestedSets<F>, caller: StatisticsCaller): Promise<StoredResult> {
    const sets = [filters ?? ({} as F), ...(comparison ? [comparison] : [])]
    const names = new Set(sets.flatMap(Object.keys).map((key) => filterNames[key] ?? key))
    caller.audit.record(recordKind, [], [...names])
    return countIds(await Promise.all(sets.map((set) => matching(set, caller.user))), caller)
  }

  /** Counts one or two sets of records, with all that was committed before. */
  function countIds(ids: readonly (Ids | undefined)[], { user }: StatisticsCaller): Promise<StoredResult> {
    return needs.limit(String(user.id), async () => {
      const count = await prepare()
      await reads.catchUp()
      return reads.inTransaction(unaudited, async (tx) => {
        const tallies: Tally[] = []
        for (const one of ids) tallies.push(await count(tx, one))
        const [result, other] = tallies as [Tally, Tally?]
        return { result, ...(other && { comparison: other }) }
      })
    })
  }

  /** The counts of each set in words. */
  async function inWords({ result, comparison }: StoredResult) {
    const tallies = [result, ...(comparison ? [comparison] : [])]
    const operators = [...new Set(tallies.flatMap(operatorsIn))]
    const words = { lists: await needs.listsFor(listsOf(subject)), operators: await namesOf(db, vault, operators) }
    return {
      result: presentTally(subject, result, words),
      comparison: comparison && presentTally(subject, comparison, words),
    }
  }

  /** Stores counts under a number, for their caller: as of the time when the counting began. */
  async function store(counting: Promise<StoredResult>, { user, audit }: StatisticsCaller): Promise<{ id: number }> {
    const madeAt = clock.now()
    const result = await counting
    return inTransaction(audit, async (tx) => ({
      id: await insertResult(tx, { userId: user.id, subject, madeAt, result }),
    }))
  }

  const filtersIn = ({ from, to }: ReportPeriods['own']) => ({ [period.from]: from, [period.to]: to }) as F

  return {
    /** Counts the records that match; returns the number of the request. */
    start: (sets: RequestedSets<F>, caller: Caller) => store(countSets(sets, caller), caller),

    /** Counts these records; returns the number of the request. */
    startOf(ids: Int32Array, caller: Caller) {
      caller.audit.record(recordKind, [...ids])
      return store(countIds([sql<{ id: number }>`select unnest(${idArray(ids)}) as id`], caller), caller)
    },

    /** Counts the records that arrived in each of two periods, without storing the numbers. */
    async ofPeriods({ own, before }: ReportPeriods, caller: StatisticsCaller) {
      const sets = { filters: filtersIn(own), comparison: filtersIn(before) }
      const { result, comparison } = await inWords(await countSets(sets, caller))
      if (!comparison) throw new Error('A period has not been counted.')
      return { result, comparison }
    },

    /** The statistics of a request of this user, in words. */
    async get(id: number, user: SessionUser) {
      const found = await findResult(db, id, { userId: user.id, subject })
      if (!found) throw new AppError('not_found')
      const { result, comparison } = await inWords(found)
      return { id, madeAt: found.madeAt, result, ...(comparison && { comparison }) }
    },
  }
}

export type Statistics = ReturnType<typeof createStatistics>

/** The statistics of cases and of the register (decisions §9). */
export function createStatistics(needs: Needs) {
  const shared = { ...needs, limit: createConcurrencyLimit(counting) }
  const cases = createSubject<CaseFilters>(shared, {
    subject: 'cases',
    recordKind: 'case',
    filterNames: caseFilterNames,
    period: { from: 'createdFrom', to: 'createdTo' },
    matching: needs.casesMatching,
    async prepare() {
      const directives = directiveKeysOf(await needs.listsFor(directiveLists))
      const terms = { ...needs.terms, today: todayOf(needs.clock) }
      return (tx, ids) => countCases(tx, ids, { directives, terms })
    },
  })
  const register = createSubject<AssociationFilters>(shared, {
    subject: 'register',
    recordKind: 'association',
    filterNames: associationFilterNames,
    period: { from: 'requestedFrom', to: 'requestedTo' },
    matching: async (filters) => needs.associationsMatching(filters),
    prepare: async () => countAssociations,
  })
  const getCases = async (id: number, user: SessionUser) => (await cases.get(id, user)) as CaseStatistics
  const getRegister = async (id: number, user: SessionUser) => (await register.get(id, user)) as RegisterStatistics
  /** What a request of this user is about; 404 where there is none, or where the role sees no statistics of it. */
  const subjectOf = async (id: number, user: SessionUser): Promise<StatisticsSubject> => {
    const subject = await findSubject(needs.db, id, user.id)
    if (!(subject && statisticsSubjects[subject].allow.includes(user.selectedRole))) throw new AppError('not_found')
    return subject
  }
  const startChosen = async (ids: readonly number[], caller: Caller) => {
    if (!statisticsSubjects.cases.allow.includes(caller.user.selectedRole)) throw new AppError('not_allowed')
    const found = await needs.casesChosen(ids, caller.user)
    const excluded = idsWithout([...new Set(ids)], found)
    const { id } = await cases.startOf(found, caller)
    return { id, excludedIds: excluded.length > 0 ? excluded : undefined }
  }
  return {
    getCases,
    getRegister,
    startCases: cases.start,
    startRegister: register.start,

    /** The statistics of two periods, as those of a request. */
    ofPeriods: (subject: StatisticsSubject, periods: ReportPeriods, caller: StatisticsCaller) =>
      ({ cases, register })[subject].ofPeriods(periods, caller),

    /** The number of a workbook: that of an earlier request, or of a new one about chosen cases. */
    async startFile({ ids, requestId }: StatisticsFile, caller: Caller): Promise<StatisticsFileStart> {
      caller.audit.record('export', [])
      if (ids && requestId === undefined) return startChosen(ids, caller)
      if (ids || requestId === undefined) throw invalidInput([{ path: 'idsList', message: 'valore_non_valido' }])
      await subjectOf(requestId, caller.user)
      return { id: requestId }
    },

    async file(id: number, { user, audit }: Caller): Promise<FileReply> {
      const subject = await subjectOf(id, user)
      audit.record('export', [])
      const sheets =
        subject === 'cases'
          ? statisticsSheets(subject, await getCases(id, user))
          : statisticsSheets(subject, await getRegister(id, user))
      const name = `${needs.productTag} - ${office.statistics.file}.xlsx`
      const stream = Readable.from([Buffer.from(await smallWorkbook(sheets))])
      return { name, mediaType: mediaTypes.xlsx, stream }
    },
  }
}
