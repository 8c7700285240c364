import {
  type Badges,
  type CaseDetail,
  type CaseFilters,
  type CaseRow,
  type FileRef,
  type Office,
  type Page,
  pendingStatuses,
  type Report,
  recordId,
  reportFields,
} from '@portal/contract'
import * as z from 'zod/mini'
import { touched } from '#platform/audit/audit-act.ts'
import { answerPage, type PageAsked, type Place, readPage } from '#platform/database/page.ts'
import type { Db } from '#platform/database/transaction.ts'
import { Problem } from '#platform/problem.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { reportCode } from '#platform/report-code.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { searchTokens } from './case-search.ts'
import { type CaseScope, mayEdit, pendingIn, scopeOf } from './cases.rules.ts'
import {
  countAssigned,
  countByStatus,
  countCases,
  countCreated,
  findCase,
  findCaseHead,
  foldCounts,
  hasCase,
  listCases,
  lookUp,
} from './cases.store.ts'

export type Cases = ReturnType<typeof createCases>

type StoredCase = Awaited<ReturnType<typeof listCases>>[number]

/** With a hyphen: a point would make it a number, and '1.40' in an address comes back as 1.4. */
const keyText = ({ listRank, id }: StoredCase) => `${listRank}-${id}`

function readKey(text: string): Place | undefined {
  const [, rank, id] = /^([01])-([0-9]{1,10})$/.exec(text) ?? []
  return z.safeParse(recordId, Number(id)).success ? [Number(rank), Number(id)] : undefined
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

interface Needs {
  readonly db: Db
  readonly vault: Vault
  readonly office: Office
  /** The files of a case, in their order. */
  readonly filesOf: (caseId: number) => Promise<readonly CaseFile[]>
}

interface CaseFile extends FileRef {
  /** The message that it came with; none for the report's own. */
  readonly messageId: number | null
}

/** Cases as the office reads them. */
export function createCases({ db, vault, office, filesOf }: Needs) {
  const scopeFor = (user: SessionUser): CaseScope => {
    const scope = scopeOf(user.selectedRole, user.id)
    if (!scope) throw new Problem('not_allowed')
    return scope
  }

  return {
    async list(request: PageAsked<CaseFilters>, user: SessionUser): Promise<Page<CaseRow>> {
      const scope = scopeFor(user)
      const page = readPage(request, readKey)
      const wanted = await lookUp(db, {
        statuses: request.filters?.statuses,
        tokens: searchTokens(vault, request.filters),
      })
      const [rows, count] = await Promise.all([
        listCases(db, vault, scope, wanted, page),
        countCases(db, scope, wanted),
      ])
      touched(
        'case',
        rows.map(({ id }) => id),
      )
      const present = (row: StoredCase) => presentCase(office.productTag, row)
      return answerPage(rows, { count, range: page.range }, { present, keyOf: keyText })
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
        report: { ...reportOf(row), ...ownFiles(await filesOf(id)) },
      }
    },

    /** Whether the case is one of those that this person sees. */
    async mayRead(id: number, user: SessionUser): Promise<boolean> {
      const scope = scopeOf(user.selectedRole, user.id)
      return scope !== undefined && (await hasCase(db, id, scope))
    },

    /** What a person may do with a case; 404 and 403 as for the case itself. */
    async accessTo(id: number, user: SessionUser) {
      const row = await findCaseHead(db, scopeFor(user), id)
      if (!row) throw new Problem((await hasCase(db, id)) ? 'not_allowed' : 'not_found')
      return {
        code: reportCode(office.productTag, row.protocolYear, row.protocolNumber),
        status: row.status,
        isPseudonymised: row.pseudonymisedAt !== null,
        mayEdit: mayEdit(user.selectedRole, user.id, row),
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

const ownFiles = (files: readonly CaseFile[]): Pick<Report, 'attachments'> => {
  const own = files.filter(({ messageId }) => messageId === null)
  return own.length > 0 ? { attachments: own.map(({ id, name }) => ({ id, name })) } : {}
}

/** The report as it was received; once its persons are gone the event has only a month, which is told as no day. */
function reportOf(row: { pseudonymisedAt: Date | null }): Report {
  const isTold = ([key, value]: [string, unknown]) =>
    Object.hasOwn(reportFields, key) && value !== null && !(row.pseudonymisedAt && key === 'eventDate')
  return Object.fromEntries(Object.entries(row).filter(isTold))
}
