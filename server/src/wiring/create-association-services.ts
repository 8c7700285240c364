import { createAssociations } from '#features/associations/associations.service.ts'
import { createLetters } from '#features/associations/record/letters.ts'
import type { CaseNeeds } from '#features/cases/case-needs.ts'
import { findPage } from '#features/cases/finding/find-cases.ts'
import { findMemberAccounts, openMemberAccount } from '#features/operators/members.ts'
import type { createOperators } from '#features/operators/operators.service.ts'
import type { Reference } from '#features/reference/reference.service.ts'
import type { Registry } from '#features/registry/registry.service.ts'
import { findUser } from '#features/session/users.store.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import type { Settings } from '#platform/settings/settings.ts'

type AssociationOptions = Parameters<typeof createAssociations>[0]

interface Needs
  extends Pick<
    AssociationOptions,
    | 'db'
    | 'reads'
    | 'inTransaction'
    | 'vault'
    | 'clock'
    | 'log'
    | 'office'
    | 'attachments'
    | 'captcha'
    | 'notify'
    | 'documentFile'
    | 'officeKey'
    | 'recordVersions'
  > {
  readonly outbox: Outbox
  readonly operators: ReturnType<typeof createOperators>
  readonly reference: Reference
  readonly registry: Registry
  readonly caseNeeds: CaseNeeds
}

/** The services of the register of associations. */
export function createAssociationServices(
  { publicOrigin, register, reportsPerMinute }: Settings,
  { outbox, operators, reference, registry, caseNeeds, ...needs }: Needs,
) {
  const { db, vault, clock, office } = needs
  return createAssociations({
    ...needs,
    publicOrigin,
    ...register,
    applicationsPerMinute: reportsPerMinute,
    letters: createLetters({ vault, clock, office, publicOrigin, outbox }),
    workers: operators.staff,
    choiceCheck: reference.checkOf,
    async readLabels(from) {
      const labelOf = await reference.labelsOf(['ground', 'sub_ground', 'project_funder'], from)
      return {
        ground: (id) => labelOf('ground', id),
        subGround: (id) => labelOf('sub_ground', id),
        funder: (id) => labelOf('project_funder', id),
      }
    },
    listItems: (list, language) => reference.list(list, language, { withRetired: true, place: 'birth' }),
    itemsUnder: (list, parentId) => reference.list(list, 'it', { parentId, withRetired: true, place: 'birth' }),
    memberAccounts: (tx, people, members) => findMemberAccounts(tx, vault, people, members),
    openMemberAccount: (tx, person) => openMemberAccount(tx, { vault, clock }, person),
    accountOf: async (taxCode) => (await findUser(db, vault, taxCode))?.id,
    isRegistered: async (number) => (await registry.findOrganisation(number)) !== undefined,
    async reportsOf(number, caller) {
      const list = { view: 'everywhere', filters: { vatNumber: number } } as const
      const { rows } = await findPage(caseNeeds, list, { from: 1, to: 100 }, caller)
      return rows.map(({ id, code, createdAt }) => ({ id, code, createdAt }))
    },
  })
}
