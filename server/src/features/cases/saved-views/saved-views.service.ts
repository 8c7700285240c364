import { type CaseView, limits, mayShareViews, type NewSavedView, newSavedView, type SavedView } from '@portal/contract'
import * as z from 'zod/mini'
import { AppError, invalidInput } from '#platform/app-error.ts'
import { type Db, unaudited } from '#platform/database/transaction.ts'
import { readPart } from '#platform/http/read-part.ts'
import { lockUser } from '#platform/session/lock-user.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import type { CaseNeeds } from '../case-needs.ts'
import { listScope } from '../cases.rules.ts'
import { deleteOwnViews, deleteView, insertView, listViews, type StoredView } from './saved-views.store.ts'

const { compare } = new Intl.Collator('it', { numeric: true })

/** Deletes the member at a path of nested objects. */
function deleteAt(value: object, path: readonly string[]) {
  const parent = path.slice(0, -1).reduce<unknown>((node, key) => Reflect.get(node as object, key), value)
  Reflect.deleteProperty(parent as object, path.at(-1) ?? '')
}

/** A view as a user sees it: their own, or one that is shared. */
type SeenView = SavedView & { readonly isOwn: boolean }

const mayOpen = (view: CaseView, { id, selectedRole }: SessionUser) => listScope(view, selectedRole, id) !== undefined

/**
 * Decodes a saved view, without filters that no longer exist: the list shows beside its rows which ones are in force. A view that
 * cannot be read otherwise is left out.
 */
function readView({ id, userId, isShared, settings }: StoredView, user: SessionUser): SeenView[] {
  const wire: object = JSON.parse(settings)
  const unknown = readPart(newSavedView, wire).fieldErrors.filter(({ message }) => message === 'filtro_sconosciuto')
  for (const { path } of unknown) deleteAt(wire, path.split('.'))
  const { value, fieldErrors } = readPart(newSavedView, wire)
  if (fieldErrors.length > 0) return []
  const isOwn = userId === user.id
  return [
    { id, ...(value as NewSavedView), isDeletable: isOwn || (isShared && mayShareViews(user.selectedRole)), isOwn },
  ]
}

const { compare: compareNames } = new Intl.Collator('it', { sensitivity: 'accent' })
const isSame = (one: NewSavedView, other: NewSavedView) =>
  one.view === other.view && compareNames(one.name, other.name) === 0

/** The views that each operator saves of the lists, and those that RUP shares. */
export function createSavedViews({ db, inTransaction, vault }: Pick<CaseNeeds, 'db' | 'inTransaction' | 'vault'>) {
  async function viewsOf(from: Db, user: SessionUser): Promise<{ rows: SeenView[] }> {
    const stored = await listViews(from, vault, user.id)
    const views = stored
      .flatMap((view) => readView(view, user))
      .filter((view) => view.isOwn || mayOpen(view.view, user))
    return { rows: views.sort((one, other) => compare(one.name, other.name)) }
  }

  return {
    savedViews: (user: SessionUser) => viewsOf(db, user),

    saveView: (view: NewSavedView, user: SessionUser) =>
      inTransaction(unaudited, async (tx) => {
        if (view.isShared && !mayShareViews(user.selectedRole)) throw new AppError('not_allowed')
        await lockUser(tx, user.id)
        const { rows } = await viewsOf(tx, user)
        const own = rows.filter(({ isOwn }) => isOwn)
        const earlier = own.find((row) => isSame(row, view))
        if (earlier) await deleteView(tx, earlier.id)
        else if (own.length >= limits.savedViews.count)
          throw invalidInput([{ path: 'nome', message: 'troppe_viste', params: { max: limits.savedViews.count } }])
        const settings = JSON.stringify(z.encode(newSavedView, view))
        await insertView(tx, vault, {
          userId: user.id,
          view: view.view,
          isShared: view.isShared ?? false,
          name: view.name,
          settings,
        })
        return viewsOf(tx, user)
      }),

    deleteView: (id: number, user: SessionUser) =>
      inTransaction(unaudited, async (tx) => {
        const view = (await viewsOf(tx, user)).rows.find((row) => row.id === id)
        if (!view?.isDeletable) throw new AppError('not_found')
        await deleteView(tx, id)
        return viewsOf(tx, user)
      }),

    /** Deletes the own views of a user whose account ends; shared ones stay. */
    forgetViews: async (tx: Db, userId: number): Promise<void> => {
      await deleteOwnViews(tx, userId)
    },
  }
}
