import { type AssociationDetail, can, correspondenceType } from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import { todayOf } from '#platform/clock.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { createDrafts } from './enrolment/drafts.service.ts'
import { createEnrolment, type EnrolmentNeeds } from './enrolment/enrolment.service.ts'
import { createInvitations } from './enrolment/invitations.service.ts'
import { createOwnAssociations } from './enrolment/own.service.ts'
import { createReplacements } from './enrolment/replacements.ts'
import { createAssociationLists } from './list/association-lists.ts'
import { searchAssociations } from './list/association-search.ts'
import { createAssociationSources } from './list/association-source.ts'
import { createRegisterNight } from './nightly.ts'
import { createAssociationHistory } from './record/association-history.ts'
import { type AssociationNeeds, withReports } from './record/association-reading.ts'
import { associationRecord } from './record/association-record.ts'
import { findByNumber, isMember } from './record/associations.store.ts'
import { listInvitationsOf } from './record/invitations.store.ts'
import { createPublicRegister } from './register/public-register.service.ts'
import { createAssociationSheets } from './sheet/association-sheets.ts'

type Needs = EnrolmentNeeds &
  Pick<Parameters<typeof createPublicRegister>[0], 'reads' | 'listItems' | 'recordVersions' | 'wordsPerMinute'> &
  Pick<Parameters<typeof createAssociationSheets>[0], 'itemsUnder'> & {
    /** The id of the account with a tax code. */
    readonly accountOf: (taxCode: string) => Promise<number | undefined>
  }

export type Associations = ReturnType<typeof createAssociations>

export interface ContactSearch {
  readonly taxCode: string
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** The associations that named the person with a tax code, whether the person has accepted or not. */
async function listOfContact(
  { db, vault, accountOf }: Needs,
  lists: ReturnType<typeof createAssociationLists>,
  { taxCode, from, to }: ContactSearch,
) {
  const code = taxCode.toUpperCase()
  const person = { userId: await accountOf(code), invitedTo: await listInvitationsOf(db, vault, code) }
  return lists.ofPerson(person, { ...(from && { from }), ...(to && { to }) })
}

/** The register of associations (specification 2, decisions §6). */
export function createAssociations(needs: Needs) {
  const { db, vault } = needs
  const lists = createAssociationLists(needs)
  const history = createAssociationHistory(needs)
  const replacements = createReplacements(needs)

  const office = {
    async getByNumber(number: string, caller: Caller): Promise<AssociationDetail> {
      const row = await findByNumber(db, vault, number)
      if (!row) throw new AppError('not_found')
      caller.audit.record('association', [row.id])
      return withReports(needs, await associationRecord.detailOf(needs, db, row, caller.user), caller)
    },

    ofContact: (search: ContactSearch) => listOfContact(needs, lists, search),
    search: (text: string) => searchAssociations(needs.db, text, { vault: needs.vault, today: todayOf(needs.clock) }),
  }

  const shared: AssociationNeeds = needs
  const readNeeds = { ...needs, db: needs.reads.db }
  return {
    needs: shared,
    /** Whether a user may read a document; an association reads its own, but not the correspondence of the office. */
    async mayReadDocument(id: number, type: number, user: SessionUser): Promise<boolean> {
      if (can('register', user.selectedRole)) return true
      return type !== correspondenceType && (await isMember(db, vault, id, user.id))
    },
    lists,
    sources: createAssociationSources(readNeeds, createAssociationLists(readNeeds)),
    office,
    history,
    sheets: createAssociationSheets({ ...needs, history }),
    enrolment: createEnrolment(needs),
    drafts: createDrafts(needs),
    invitations: createInvitations(needs),
    replacements,
    own: createOwnAssociations({ ...needs, history }),
    night: createRegisterNight({ ...needs, replacements }),
    register: createPublicRegister(needs),
  }
}
