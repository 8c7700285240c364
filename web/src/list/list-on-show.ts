import type { Page } from '@portal/contract'
import { createContext, useContext } from 'react'
import type { LabelledFilters } from './filters/filter-field.tsx'

/** A list as it is on show, for dialogs that act on all of it and say what that is. */
export interface ListOnShow {
  readonly list: LabelledFilters
  readonly filters: object
  /** Undefined while it loads. */
  readonly page: Page<unknown> | undefined
}

export const ListOnShowContext = createContext<ListOnShow | undefined>(undefined)

/** The list around a component; undefined outside of one. */
export const useListOnShow = () => useContext(ListOnShowContext)
