import {
  type Account,
  changesOf,
  findIds,
  insertAccount,
  insertChange,
  listAccountsAfter,
  lockAccounts,
  newAccount,
} from '#features/operators/index.ts'
import type { KindIo, NewRecord } from '../transfer-kind-io.ts'

const accountOf = ({ head }: NewRecord<'operator'>, now: Date): Account => ({
  ...newAccount({ ...head, mail: head.mail ?? '' }, now),
  mail: head.mail ?? null,
  disabledAt: head.disabledAt ?? null,
  deletedAt: head.deletedAt ?? null,
})

/** Accounts of the office, and of people who act for associations. One with a tax code that has an account already is that account. */
export const operatorsIo: KindIo<'operator'> = {
  table: 'users',

  async findExisting({ vault }, db, { head }) {
    if (head.deletedAt) return undefined
    return (await findIds(db, vault, { taxCode: head.taxCode, mail: head.mail ?? '' })).byTaxCode
  },

  uniqueOf: ({ head: { taxCode, mail, deletedAt } }) =>
    deletedAt
      ? []
      : [
          { path: 'cf', message: 'utenza_ripetuta', value: taxCode },
          ...(mail ? [{ path: 'mail', message: 'mail_ripetuta', value: mail } as const] : []),
        ],

  errorsOf: ({ vault }, db, records) =>
    Promise.all(
      records.map(async ({ head }) => {
        if (!head.mail || head.deletedAt) return []
        const { byTaxCode, byMail } = await findIds(db, vault, { taxCode: head.taxCode, mail: head.mail })
        return byMail !== undefined && byMail !== byTaxCode ? [{ path: 'mail', message: 'mail_presente' } as const] : []
      }),
    ),

  async write({ vault }, tx, records, by) {
    await lockAccounts(tx)
    for (const record of records) {
      const account = accountOf(record, by.at)
      await insertAccount(tx, vault, account, record.id)
      const change = { action: 'uploaded', changes: changesOf(undefined, account) } as const
      await insertChange(tx, vault, { ...change, userId: record.id, changedBy: by.userId, changedAt: by.at })
    }
  },

  async read({ vault }, db, after, limit) {
    const accounts = await listAccountsAfter(db, vault, after, limit)
    return accounts.map(({ id, mail, phone, disabledAt, deletedAt, ...account }) => ({
      id,
      facts: {
        taxCode: account.taxCode,
        firstName: account.firstName,
        lastName: account.lastName,
        mail: mail ?? undefined,
        phone: phone ?? undefined,
        enabledAt: account.enabledAt,
        isEnabled: account.isEnabled,
        roles: [...account.roles],
        disabledAt: disabledAt ?? undefined,
        deletedAt: deletedAt ?? undefined,
      },
      values: {},
      links: {},
    }))
  },
}
