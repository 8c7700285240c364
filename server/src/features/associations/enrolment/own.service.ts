import type { AssociationChange, AssociationEvent, OwnAssociation, Page, Withdrawal } from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import { type AuditRecorder, idsOf } from '#platform/audit/audit-recorder.ts'
import type { PageQuery } from '#platform/database/page.ts'
import type { FileReply } from '#platform/http/serve.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { createAssociationHistory } from '../record/association-history.ts'
import { type AssociationNeeds, getStored } from '../record/association-reading.ts'
import { listOfMember } from '../record/associations.store.ts'
import { writeCertificate } from './certificate.ts'
import { hasCertificate, ownDetailOf } from './own-association.ts'
import {
  askOwnRemoval,
  changeOwn,
  type OwnCaller,
  renewOwn,
  requireLinked,
  requireMember,
  withdrawOwn,
} from './own-changes.ts'

interface OwnNeeds extends AssociationNeeds {
  readonly history: ReturnType<typeof createAssociationHistory>
}

/** What an association knows and changes of its own record (decisions §6). */
export function createOwnAssociations(needs: OwnNeeds) {
  const { db, vault } = needs

  return {
    change: (sent: AssociationChange, caller: OwnCaller) => changeOwn(needs, sent, caller),
    renew: (sent: AssociationChange, caller: Caller) => renewOwn(needs, sent, caller),
    askRemoval: (id: number, reason: string | undefined, caller: Caller) => askOwnRemoval(needs, id, reason, caller),

    withdraw: (request: { readonly id: number; readonly subject: Withdrawal }, caller: Caller) =>
      withdrawOwn(needs, request, caller),

    /** The request that a link opens. */
    async byLink(link: string, audit: AuditRecorder): Promise<OwnAssociation> {
      const id = await requireLinked(needs, db, link)
      audit.record('association', [id])
      return ownDetailOf(needs, db, await getStored(needs, db, id))
    },

    async list({ user, audit }: Caller): Promise<OwnAssociation[]> {
      const rows = await listOfMember(db, vault, user.id)
      audit.record('association', idsOf(rows))
      const details: OwnAssociation[] = []
      for (const row of rows) details.push(await ownDetailOf(needs, db, row))
      return details
    },

    async events(id: number, request: PageQuery<unknown>, { user, audit }: Caller): Promise<Page<AssociationEvent>> {
      await requireMember(needs, db, id, user)
      audit.record('association', [id])
      return needs.history.ownEvents(id, request)
    },

    /** The certificate of enrolment; 404 while there is none. */
    async certificate(id: number, { user, audit }: Caller): Promise<FileReply> {
      await requireMember(needs, db, id, user)
      const row = await getStored(needs, db, id)
      if (!hasCertificate(row)) throw new AppError('not_found')
      audit.record('association', [id])
      return writeCertificate(needs, row, user.id)
    },
  }
}
