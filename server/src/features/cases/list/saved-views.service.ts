import { limits, type NewSavedView, newSavedView, type SavedView } from '@portal/contract'
import * as z from 'zod/mini'
import type { Db } from '#platform/database/transaction.ts'
import { invalidInput, Problem } from '#platform/problem.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import type { ActNeeds } from '../actions/case-act.service.ts'
import { deleteViewOf, deleteViewsOf, insertView, listViews, lockOwner, type StoredView } from './saved-views.store.ts'

const { compare } = new Intl.Collator('it', { numeric: true })

/** A view as it was saved; one whose filters are no longer offered is left out. */
function readView({ id, settings }: StoredView): SavedView[] {
  const read = z.safeDecode(newSavedView, JSON.parse(settings))
  return read.success ? [{ id, ...read.data }] : []
}

const { compare: compareNames } = new Intl.Collator('it', { sensitivity: 'accent' })
const isSame = (one: NewSavedView, other: NewSavedView) =>
  one.view === other.view && compareNames(one.name, other.name) === 0

/** The views of the lists that each operator saves for themselves. */
export function createSavedViews({ db, inTransaction, vault }: Pick<ActNeeds, 'db' | 'inTransaction' | 'vault'>) {
  async function viewsOf(from: Db, user: SessionUser): Promise<{ rows: SavedView[] }> {
    const views = (await listViews(from, vault, user.id)).flatMap(readView)
    return { rows: views.sort((one, other) => compare(one.name, other.name)) }
  }

  return {
    savedViews: (user: SessionUser) => viewsOf(db, user),

    saveView: (view: NewSavedView, user: SessionUser) =>
      inTransaction(async (tx) => {
        await lockOwner(tx, user.id)
        const { rows } = await viewsOf(tx, user)
        const former = rows.find((row) => isSame(row, view))
        if (former) await deleteViewOf(tx, user.id, former.id)
        else if (rows.length >= limits.savedViews.count)
          throw invalidInput([{ path: 'nome', message: 'troppe_viste', params: { max: limits.savedViews.count } }])
        const settings = JSON.stringify(z.encode(newSavedView, view))
        await insertView(tx, vault, { userId: user.id, view: view.view, name: view.name, settings })
        return viewsOf(tx, user)
      }),

    deleteView: (id: number, user: SessionUser) =>
      inTransaction(async (tx) => {
        if (!(await deleteViewOf(tx, user.id, id))) throw new Problem('not_found')
        return viewsOf(tx, user)
      }),

    /** Lets go of the views of somebody whose account ends. */
    forgetViews: async (tx: Db, userId: number): Promise<void> => {
      await deleteViewsOf(tx, userId)
    },
  }
}
