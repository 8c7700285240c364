import * as z from 'zod/mini'
import { backgroundRead, defineEndpoint } from '../kit/endpoint.ts'
import { limits } from '../kit/limits.ts'
import { orderings } from '../kit/page.ts'
import { enumOnWire, flag, idOnWire, lineText, onWire, recordId } from '../kit/wire.ts'
import { accessTo, type Role, rolesOf } from '../session/roles.ts'
import { caseViewIds, viewTexts } from './case.endpoints.ts'
import { caseFilters } from './case-filters.ts'
import { caseTabWords } from './case-tabs.ts'

/** A named view: a list of cases with filters and a sort order. */
const fields = {
  view: [idOnWire(caseViewIds), 'vista'],
  name: [lineText.check(z.minLength(1), z.maxLength(limits.savedViews.nameLength)), 'nome'],
  filters: [caseFilters, 'filtri'],
  orderings: [z.optional(orderings), 'ordinamenti'],
  size: [z.optional(z.literal(limits.page.choices)), 'righe'],
  /** Whether all operators who may open the list see the view. */
  isShared: [z.optional(flag), 'condivisa'],
} as const

/** The view to save; it replaces a view of the same name and list. */
export const newSavedView = onWire('vista_da_salvare', fields)
export type NewSavedView = z.output<typeof newSavedView>

const savedView = onWire('vista_salvata', {
  id: [recordId, 'id_vista'],
  ...fields,
  /** Whether the caller may delete the view. */
  isDeletable: [flag, 'eliminabile'],
})
export type SavedView = z.output<typeof savedView>

/** Whether a role may share views with all operators, and delete shared ones: RUP. */
export const mayShareViews = (role: Role): boolean => accessTo('editCase', role) === 'all'

const savedViews = onWire('viste_salvate', { rows: [z.array(savedView), 'viste'] })

const base = { allow: rolesOf('cases'), audit: 'none', silent: true, reply: savedViews } as const

export const listSavedViews = defineEndpoint({
  ...base,
  method: 'GET',
  path: '/v1/segnalazioni/viste',
  summary: 'The saved views of the caller and the shared ones of the lists that the caller may open, by name.',
})

export const saveView = defineEndpoint({
  ...base,
  method: 'POST',
  path: '/v1/segnalazioni/viste',
  summary:
    'Saves a named view of a list; it replaces a view of the same name and list of the caller. Only RUP shares views. Returns all views that the caller sees.',
  body: newSavedView,
})

export const deleteView = defineEndpoint({
  ...base,
  method: 'POST',
  path: '/v1/segnalazioni/viste/elimina',
  summary: 'Deletes a saved view of the caller, or as RUP a shared one. Returns the remaining views.',
  body: onWire('vista_da_eliminare', { id: [recordId, 'id_vista'] }),
})

/** How many cases a tab or saved view opens, up to the limit of exact counts. */
const viewCount = onWire('conteggio_vista', {
  tab: [z.optional(enumOnWire(caseTabWords)), 'scheda'],
  savedViewId: [z.optional(recordId), 'id_vista'],
  count: [z.int(), 'count'],
  countIsMore: [z.optional(z.boolean()), 'countOltre'],
})

export const countCaseViews = defineEndpoint({
  ...backgroundRead,
  path: '/v1/segnalazioni/viste/conteggi',
  summary:
    'How many cases the tabs and saved views of a list open. Views that several indexes have to be read for are not counted.',
  allow: rolesOf('cases'),
  query: onWire('lista_da_contare', { view: [enumOnWire(viewTexts), 'vista'] }),
  reply: onWire('conteggi_viste', { rows: [z.array(viewCount), 'conteggi'] }),
})
