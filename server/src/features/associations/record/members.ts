import type { AssociationValues } from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { AssociationNeeds, Member } from './association-reading.ts'
import { type AssociationMember, replaceMembers, type StoredAssociation } from './associations.store.ts'

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

/** Enables the people of an association; throws 412 where one of them cannot be enabled, and then nothing is saved. */
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
  const ids = await needs.enableMembers(tx, people)
  if (!ids) throw new AppError('contacts_not_enabled')
  const idOf = new Map(people.map(({ taxCode }, index) => [taxCode, ids[index] ?? 0]))
  await replaceMembers(
    tx,
    id,
    members.map(({ taxCode, position }) => ({ userId: idOf.get(taxCode) ?? 0, position })),
  )
}
