import {
  type Badges,
  type CaseDetail,
  type CaseFilters,
  type CaseRow,
  limits,
  type Office,
  type Ordering,
  type Page,
  pendingStatuses,
  type Report,
  rangeOf,
  recordId,
  reportFields,
} from '@portal/contract'
import * as z from 'zod/mini'
import { touched } from '#platform/audit/audit-act.ts'
import type { Db } from '#platform/database/transaction.ts'
import { invalidInput, Problem } from '#platform/problem.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { reportCode } from '#platform/report-code.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { searchTokens } from './case-search.ts'
import { type CaseScope, pendingIn, scopeOf } from './cases.rules.ts'
import {
  countAssigned,
  countByStatus,
  countCases,
  countCreated,
  findCase,
  foldCounts,
  hasCase,
  type ListKey,
  listCases,
  lookUp,
} from './cases.store.ts'

export type Cases = ReturnType<typeof createCases>

export interface ListRequest {
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly after?: string | undefined
  readonly before?: string | undefined
  readonly filters?: CaseFilters | undefined
  readonly orderings?: readonly Ordering[] | undefined
}

type StoredCase = Awaited<ReturnType<typeof listCases>>[number]

/** With a hyphen: a point would make it a number, and '1.40' in an address comes back as 1.4. */
const keyText = ({ listRank, id }: StoredCase) => `${listRank}-${id}`

function readKey(path: string, text: string | undefined): ListKey | undefined {
  if (text === undefined) return undefined
  const [, rank, id] = /^([01])-([0-9]{1,10})$/.exec(text) ?? []
  if (rank === undefined || id === undefined || !z.safeParse(recordId, Number(id)).success)
    throw invalidInput([{ path, message: 'valore_non_valido' }])
  return { rank: Number(rank), id: Number(id) }
}

/** A case as lists show it; `tag` begins its code. */
function presentCase(tag: string, row: StoredCase): CaseRow {
  const code = reportCode(tag, row.protocolYear, row.protocolNumber)
  return {
    id: row.id,
    code,
    protocolNumber: code,
    status: row.status,
    createdAt: row.createdAt,
    languageId: row.languageId,
    reporterTypeId: row.reporterTypeId,
    channelId: row.channelId,
    fieldId: row.fieldId ?? undefined,
    modeId: row.modeId ?? undefined,
    groundId: row.groundId ?? undefined,
    subGroundId: row.subGroundId ?? undefined,
    outcomeId: row.outcomeId ?? undefined,
    isVirtual: row.isVirtual ?? undefined,
    operator: row.operator ?? undefined,
  }
}

/** Cases as the office reads them. */
export function createCases({ db, vault, office }: { db: Db; vault: Vault; office: Office }) {
  const scopeFor = (user: SessionUser): CaseScope => {
    const scope = scopeOf(user.selectedRole, user.id)
    if (!scope) throw new Problem('not_allowed')
    return scope
  }

  return {
    async list(request: ListRequest, user: SessionUser): Promise<Page<CaseRow>> {
      const scope = scopeFor(user)
      const { range, after, before } = pageOf(request)
      const wanted = await lookUp(db, {
        statuses: request.filters?.statuses,
        tokens: searchTokens(vault, request.filters),
      })
      const [rows, count] = await Promise.all([
        listCases(db, vault, scope, wanted, { range, after, before }),
        countCases(db, scope, wanted),
      ])
      touched(
        'case',
        rows.map(({ id }) => id),
      )
      const [first] = rows
      const last = rows.at(-1)
      const isMore = count > limits.page.exactCount
      return {
        rows: rows.map((row) => presentCase(office.productTag, row)),
        count: isMore ? limits.page.exactCount : count,
        ...(isMore && { countIsMore: true }),
        ...range,
        ...(first && last && { firstKey: keyText(first), lastKey: keyText(last) }),
      }
    },

    /** A case with its report; 404 where there is none, 403 where it is not one's to see. */
    async get(id: number, user: SessionUser): Promise<CaseDetail> {
      const row = await findCase(db, vault, scopeFor(user), id)
      if (!row) throw new Problem((await hasCase(db, id)) ? 'not_allowed' : 'not_found')
      touched('case', [id])
      return {
        ...presentCase(office.productTag, row),
        version: row.version,
        pseudonymisedAt: row.pseudonymisedAt ?? undefined,
        report: reportOf(row),
      }
    },

    async badges(user: SessionUser): Promise<Badges> {
      const { inStatuses, ownIn } = pendingIn(scopeFor(user))
      const [assigned, inList, own] = await Promise.all([
        countAssigned(db, user.id, pendingStatuses),
        countByStatus(db, inStatuses),
        ownIn.length > 0 ? countCreated(db, user.id, ownIn) : 0,
      ])
      return { assigned, total: inList + own }
    },

    foldCounts: () => foldCounts(db),
  }
}

/** The rows asked for; sorting comes with the columns that offer it, jumps end at row 10,000. */
function pageOf(request: ListRequest) {
  const range = rangeOf(request)
  const after = readKey('dopo', request.after)
  const before = readKey('prima', request.before)
  if (request.orderings?.length) throw invalidInput([{ path: 'ordinamenti', message: 'ordinamento_non_previsto' }])
  if (!after && !before && range.from > limits.page.exactCount)
    throw invalidInput([{ path: 'da', message: 'pagina_troppo_lontana' }])
  return { range, after, before }
}

/** The report as it was received; once its persons are gone the event has only a month, which is told as no day. */
function reportOf(row: { pseudonymisedAt: Date | null }): Report {
  const isTold = ([key, value]: [string, unknown]) =>
    Object.hasOwn(reportFields, key) && value !== null && !(row.pseudonymisedAt && key === 'eventDate')
  return Object.fromEntries(Object.entries(row).filter(isTold))
}
