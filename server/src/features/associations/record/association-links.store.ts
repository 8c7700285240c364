import { nextId } from '#platform/database/new-rows.ts'
import type { Db } from '#platform/database/transaction.ts'
import { type ClaimsTable, isGenuine } from '#platform/protection/claims.ts'
import { insertSealed } from '#platform/protection/sealed-rows.ts'
import { sealedTable } from '#platform/protection/sealed-table.ts'
import type { Vault } from '#platform/protection/vault.ts'

/** A link that a mail carries. */
interface Link {
  readonly secretHash: Buffer
  readonly associationId: number
  readonly until: Date
  readonly usedAt: Date | null
}

/** What a link opens, in JSON: its secret as a digest in hexadecimal, instants in ISO 8601. */
interface LinkClaims {
  readonly secretHash: string
  readonly associationId: number
  readonly until: string
  readonly usedAt: string | null
}

export const sealedLinks = sealedTable<{ claims: LinkClaims | null }>()({
  table: 'associationLinks',
  key: 'id',
  sealed: ['claims'],
  decisive: ['claims'],
  ends: {
    stay: 'a link says when a request arrived, or documents were requested and sent; its secret is a digest alone',
  },
})

export const associationLinks: ClaimsTable<{ claims: LinkClaims | null }, Link> = {
  sealed: sealedLinks,
  claimsOf: ({ secretHash, associationId, until, usedAt }) => ({
    secretHash: secretHash.toString('hex'),
    associationId,
    until: until.toISOString(),
    usedAt: usedAt?.toISOString() ?? null,
  }),
}

/** Stores a link; earlier ones of the association end. */
export async function insertLink(
  tx: Db,
  vault: Vault,
  link: Omit<Link, 'usedAt'> & { readonly madeAt: Date },
): Promise<void> {
  await endLinks(tx, vault, link.associationId, link.madeAt)
  const id = await nextId(tx, 'association_links')
  await insertSealed(tx, vault, sealedLinks, {
    ...link,
    id,
    claims: associationLinks.claimsOf({ ...link, usedAt: null }),
  })
}

/** Changes the open links of an association that the portal wrote; there is one at most. */
async function changeOpenLinks(tx: Db, vault: Vault, associationId: number, change: Partial<Link>): Promise<void> {
  const rows = await tx
    .selectFrom('associationLinks')
    .selectAll()
    .where('associationId', '=', associationId)
    .where('usedAt', 'is', null)
    .forUpdate()
    .execute()
  for (const row of rows) {
    if (!(await isGenuine(vault, associationLinks, row.id, row))) continue
    const claims = associationLinks.claimsOf({ ...row, ...change })
    await tx
      .updateTable('associationLinks')
      .set({ ...change, ...vault.seal(sealedLinks, row.id, { claims }) })
      .where('id', '=', row.id)
      .execute()
  }
}

/** Ends the open link of an association. */
export const endLinks = (tx: Db, vault: Vault, associationId: number, usedAt: Date) =>
  changeOpenLinks(tx, vault, associationId, { usedAt })

/** Prolongs the open link of an association, whose term is extended. */
export const prolongLinks = (tx: Db, vault: Vault, associationId: number, until: Date) =>
  changeOpenLinks(tx, vault, associationId, { until })

/** The association of a link that is neither used nor past. */
export async function findLinked(db: Db, vault: Vault, secretHash: Buffer, now: Date): Promise<number | undefined> {
  const row = await db
    .selectFrom('associationLinks')
    .selectAll()
    .where('secretHash', '=', secretHash)
    .where('usedAt', 'is', null)
    .where('until', '>', now)
    .executeTakeFirst()
  return row && (await isGenuine(vault, associationLinks, row.id, row)) ? row.associationId : undefined
}
