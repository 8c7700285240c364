import { type AssociationStatus, type AssociationValues, can } from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { namedUsersOf } from '#platform/session/user-names.ts'
import type { AssociationNeeds, Member } from './association-reading.ts'
import { type AssociationMember, listMembers, replaceMembers, type StoredAssociation } from './associations.store.ts'
import { replaceInvitations } from './invitations.store.ts'

/** The statuses in which the people of an association have accounts. */
const statusesWithMembers: readonly AssociationStatus[] = ['enrolled', 'renewalAsked', 'renewalApproved', 'expired']
const hasMembers = ({ status, origin }: Pick<StoredAssociation, 'status' | 'origin'>) =>
  statusesWithMembers.includes(status) || origin === 'renewalAsked'

type Position = AssociationMember['position']
interface PositionedMember extends Member {
  readonly position: Position
}

interface NamedPerson {
  readonly taxCode?: string | undefined
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly email?: string | undefined
}

const memberOf =
  (position: Position) =>
  ({ taxCode, firstName, lastName, email }: NamedPerson): PositionedMember[] =>
    taxCode && firstName && lastName
      ? [{ taxCode: taxCode.toUpperCase(), firstName, lastName, mail: email, position }]
      : []

/** The people who may act for an association: legal representative, contacts and delegates (decisions §2). */
function membersOf(values: AssociationValues): PositionedMember[] {
  const representative = {
    taxCode: values.representativeTaxCode,
    firstName: values.representativeFirstName,
    lastName: values.representativeLastName,
  }
  return [
    ...(values.contacts ?? []).flatMap(memberOf('contact')),
    ...(values.delegates ?? []).flatMap(memberOf('delegate')),
    ...memberOf('legalRepresentative')(representative),
  ]
}

/** Lets a signed-in applicant act for a request that names them before the register decides (decisions §6). */
export async function linkApplicant(
  { vault }: AssociationNeeds,
  tx: Db,
  { id, values }: Pick<StoredAssociation, 'id' | 'values'>,
  { id: userId, taxCode, selectedRole }: SessionUser,
): Promise<void> {
  if (!can('personalArea', selectedRole)) return
  const positions = membersOf(values).filter((member) => member.taxCode === taxCode)
  await replaceMembers(
    tx,
    vault,
    id,
    positions.map(({ position }) => ({ userId, position })),
  )
}

/** Gives the people that changed values name what they may do, and ends it for the others. */
export const updateMembers = (
  needs: AssociationNeeds,
  tx: Db,
  row: Pick<StoredAssociation, 'id' | 'status' | 'origin'>,
  values: AssociationValues,
): Promise<void> => (hasMembers(row) ? enableMembersOf : endUnnamed)(needs, tx, { id: row.id, values })

/** Keeps, of the applicants who act for a request, those that it still names. */
async function endUnnamed(
  { vault }: AssociationNeeds,
  tx: Db,
  { id, values }: Pick<StoredAssociation, 'id' | 'values'>,
): Promise<void> {
  const userIds = [...new Set((await listMembers(tx, vault, id)).map(({ userId }) => userId))]
  if (userIds.length === 0) return
  const users = await namedUsersOf(tx, vault, userIds)
  const named = userIds.flatMap((userId) =>
    membersOf(values)
      .filter(({ taxCode }) => taxCode === users.get(userId)?.taxCode)
      .map(({ position }) => ({ userId, position })),
  )
  await replaceMembers(tx, vault, id, named)
}

/**
 * Invites the people of an association that act for it not yet, and ends what those who left may do; throws 412 where one of them
 * cannot be enabled, and then nothing is saved.
 */
export async function enableMembersOf(
  needs: AssociationNeeds,
  tx: Db,
  { id, values }: Pick<StoredAssociation, 'id' | 'values'>,
): Promise<void> {
  const members = membersOf(values)
  // Somebody may have several positions: the first that names an address makes the account.
  const people = members.filter(
    ({ taxCode }, index) => members.findIndex((member) => member.taxCode === taxCode) === index,
  )
  const current = new Set((await listMembers(tx, needs.vault, id)).map(({ userId }) => userId))
  const accounts = await needs.memberAccounts(tx, people, current)
  if (!accounts) throw new AppError('contacts_not_enabled')
  const named = people.map((person, index) => ({
    ...person,
    userId: accounts[index] ?? null,
    positions: members.filter(({ taxCode }) => taxCode === person.taxCode).map(({ position }) => position),
  }))
  const isCurrent = (userId: number | null): userId is number => userId !== null && current.has(userId)
  await replaceMembers(
    tx,
    needs.vault,
    id,
    named.flatMap(({ userId, positions }) =>
      isCurrent(userId) ? positions.map((position) => ({ userId, position })) : [],
    ),
  )
  const madeAt = needs.clock.now()
  await replaceInvitations(
    tx,
    needs.vault,
    id,
    named
      .filter(({ userId }) => !isCurrent(userId))
      .map(({ userId, taxCode, firstName, lastName, mail = null, positions }) => ({
        userId,
        taxCode,
        firstName,
        lastName,
        mail,
        positions,
        madeAt,
      })),
  )
}
