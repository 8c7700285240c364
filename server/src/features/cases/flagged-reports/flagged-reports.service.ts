import { type Office, type Page, recordId, type SuspectRow } from '@portal/contract'
import * as z from 'zod/mini'
import { touched } from '#platform/audit/audit-act.ts'
import type { Clock } from '#platform/clock.ts'
import { answerPage, type PageAsked, readPage } from '#platform/database/page.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import { Problem } from '#platform/problem.ts'
import { reportCode } from '#platform/report-code.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { type CaseScope, readScope } from '../cases.rules.ts'
import { hasCase } from '../cases.store.ts'
import { countSuspects, listSuspects, lockSuspect, setReviewed } from './flagged-reports.store.ts'

interface Options {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly clock: Clock
  readonly office: Office
}

export type Suspects = ReturnType<typeof createSuspects>

const readKey = (text: string) => (z.safeParse(recordId, Number(text)).success ? [Number(text)] : undefined)

/** The reports that look like spam, as the office reviews them (decisions §3). */
export function createSuspects({ db, inTransaction, clock, office }: Options) {
  const scopeFor = (user: SessionUser) => {
    const scope = readScope(user.selectedRole, user.id)
    if (!scope) throw new Problem('not_allowed')
    return scope
  }

  return {
    async list(request: PageAsked<unknown>, user: SessionUser): Promise<Page<SuspectRow>> {
      const scope = scopeFor(user)
      const page = readPage(request, readKey)
      const [rows, count] = await Promise.all([listSuspects(db, scope, page), countSuspects(db, scope, page)])
      touched(
        'case',
        rows.map(({ id }) => id),
      )
      const present = ({ protocolYear, protocolNumber, suspectReasons, ...row }: (typeof rows)[number]) => ({
        ...row,
        code: reportCode(office.productTag, protocolYear, protocolNumber),
        reasons: suspectReasons,
      })
      return answerPage(rows, { count, ...page }, { present, keyOf: ({ id }) => String(id) })
    },

    /** Takes a case off the list, once; 404 where it was never on it, 403 where it is not one's to see. */
    clear: (id: number, user: SessionUser): Promise<{ id: number; reviewedAt: Date }> =>
      inTransaction(async (tx) => {
        const scope = scopeFor(user)
        const suspect = await lockSuspect(tx, scope, id)
        if (!suspect) throw await absence(tx, scope, id)
        touched('case', [id], suspect.reviewedAt ? [] : ['reviewedAt'])
        if (suspect.reviewedAt) return { id, reviewedAt: suspect.reviewedAt }
        const reviewedAt = clock.now()
        await setReviewed(tx, id, user.id, reviewedAt)
        return { id, reviewedAt }
      }),
  }
}

async function absence(tx: Db, scope: CaseScope, id: number): Promise<Problem> {
  const isOutOfScope = !(await hasCase(tx, id, scope)) && (await hasCase(tx, id))
  return new Problem(isOutOfScope ? 'not_allowed' : 'not_found')
}
