import * as z from 'zod/mini'
import { defineEndpoint } from '../kit/endpoint.ts'
import { limits } from '../kit/limits.ts'
import { orderings } from '../kit/page.ts'
import { idOnWire, lineText, onWire, recordId } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'
import { caseViewIds } from './case.endpoints.ts'
import { caseFilters } from './case-filters.ts'

/** A named view: a list of cases with filters and a sort order. */
const fields = {
  view: [idOnWire(caseViewIds), 'vista'],
  name: [lineText.check(z.minLength(1), z.maxLength(limits.savedViews.nameLength)), 'nome'],
  filters: [caseFilters, 'filtri'],
  orderings: [z.optional(orderings), 'ordinamenti'],
  size: [z.optional(z.literal(limits.page.choices)), 'righe'],
} as const

/** The view to save; it replaces a view of the same name and list. */
export const newSavedView = onWire('vista_da_salvare', fields)
export type NewSavedView = z.output<typeof newSavedView>

const savedView = onWire('vista_salvata', { id: [recordId, 'id_vista'], ...fields })
export type SavedView = z.output<typeof savedView>

const savedViews = onWire('viste_salvate', { rows: [z.array(savedView), 'viste'] })

const base = { allow: rolesOf('cases'), audit: 'none', silent: true, reply: savedViews } as const

export const listSavedViews = defineEndpoint({
  ...base,
  method: 'GET',
  path: '/v1/segnalazioni/viste',
  summary: 'The saved views of the caller, by name.',
})

export const saveView = defineEndpoint({
  ...base,
  method: 'POST',
  path: '/v1/segnalazioni/viste',
  summary:
    'Saves a named view of a list; it replaces a view of the same name and list. Returns all views of the caller.',
  body: newSavedView,
})

export const deleteView = defineEndpoint({
  ...base,
  method: 'POST',
  path: '/v1/segnalazioni/viste/elimina',
  summary: 'Deletes a saved view of the caller. Returns the remaining views.',
  body: onWire('vista_da_eliminare', { id: [recordId, 'id_vista'] }),
})
