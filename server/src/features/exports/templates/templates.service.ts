import { type ExportTemplate, exportColumnsOf, limits, type NewExportTemplate } from '@portal/contract'
import { AppError, invalidInput } from '#platform/app-error.ts'
import { type Db, type InTransaction, unaudited } from '#platform/database/transaction.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { lockUser } from '#platform/session/lock-user.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import {
  deleteTemplateOf,
  deleteTemplatesOf,
  insertTemplate,
  listTemplates,
  type StoredTemplate,
} from './templates.store.ts'

interface Needs {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly vault: Vault
}

export type ExportTemplates = ReturnType<typeof createExportTemplates>

const { compare } = new Intl.Collator('it', { numeric: true })
const { compare: compareNames } = new Intl.Collator('it', { sensitivity: 'accent' })
const { templates: most } = limits.exports

/** A template with the columns that still exist; none where none does. */
function present({ id, kind, name, columns }: StoredTemplate): ExportTemplate[] {
  const known = new Set(exportColumnsOf(kind).map(({ wire }) => wire))
  const left = columns.filter((wire) => known.has(wire))
  return left.length > 0 ? [{ id, kind, name, columns: left }] : []
}

/** The choices of columns that each user saves. */
export function createExportTemplates({ db, inTransaction, vault }: Needs) {
  async function templatesOf(from: Db, user: SessionUser): Promise<{ rows: ExportTemplate[] }> {
    const rows = (await listTemplates(from, vault, user.id)).flatMap(present)
    return { rows: rows.sort((one, other) => compare(one.name, other.name)) }
  }

  return {
    list: (user: SessionUser) => templatesOf(db, user),

    save: (template: NewExportTemplate, user: SessionUser) =>
      inTransaction(unaudited, async (tx) => {
        await lockUser(tx, user.id)
        const { rows } = await templatesOf(tx, user)
        const earlier = rows.find(({ kind, name }) => kind === template.kind && compareNames(name, template.name) === 0)
        if (earlier) await deleteTemplateOf(tx, user.id, earlier.id)
        else if (rows.length >= most)
          throw invalidInput([{ path: 'nome', message: 'troppi_modelli', params: { max: most } }])
        await insertTemplate(tx, vault, user.id, template)
        return templatesOf(tx, user)
      }),

    remove: (id: number, user: SessionUser) =>
      inTransaction(unaudited, async (tx) => {
        if (!(await deleteTemplateOf(tx, user.id, id))) throw new AppError('not_found')
        return templatesOf(tx, user)
      }),

    /** Deletes the templates of a user whose account ends. */
    forget: async (tx: Db, userId: number): Promise<void> => {
      await deleteTemplatesOf(tx, userId)
    },
  }
}
