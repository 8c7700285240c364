import type { Ordering, Page, Role, RowRange, SitePath } from '@portal/contract'
import type { TFunction } from 'i18next'
import type { ComponentType } from 'react'
import type { KeyAction } from '#lib/backoffice/desk-keys.ts'
import type { Column, RowDetail, Sort } from '#ui/data-table.tsx'
import type { Elements } from '#ui/elements.tsx'
import type { FilterTable } from './filters/filter.ts'
import type { CheckedFilters } from './filters/filter-draft.ts'
import type { Selection } from './list-selection.ts'

export interface ListRow {
  readonly id: number
}

/** What a list is narrowed and sorted by, and how many rows a page of it has. */
export interface Narrowing<F> {
  readonly filters: F
  /** Names the filters that must not stand in an address. */
  readonly sealedId?: string | undefined
  readonly sort?: Sort | undefined
  readonly size: number
}

/** Where in a list one is: it lives in the address, so that a page can be linked to and gone back to. */
export interface ListPlace {
  readonly page: number
  /** Key of the row before the page's first. */
  readonly after?: string | undefined
  /** Key of the row after the page's last. */
  readonly before?: string | undefined
}

/** The first and last key of the page on show. */
export interface PageKeys {
  readonly firstKey?: string | undefined
  readonly lastKey?: string | undefined
}

/** Which part of a list is on show; all of it lives in the address. */
export interface ListState<F> extends ListPlace, Narrowing<F> {}

/** One page of a list, as its call is asked for it. */
export interface ListRequest<F> {
  /** Goes into the query or the body as it is. */
  readonly page: RowRange & {
    readonly after?: string | undefined
    readonly before?: string | undefined
    readonly orderings?: Ordering[] | undefined
    readonly isExact?: boolean
  }
  readonly filters: F
  /** Whether something among the filters must not stand in an address: then the call goes by POST. */
  readonly isSealed: boolean
}

/** A page that filters narrow: where it is, and how its address spells them. It need not be a list. */
export interface FilteredPage<F extends object> extends CheckedFilters {
  /** Pages of one name share what the tab remembers: searched words, chosen rows, rows of a page. */
  readonly name: string
  readonly path: SitePath
  readonly filters: FilterTable<F>
  /** The columns that it may be sorted by, with their names on the wire. */
  readonly sorts?: Readonly<Record<string, string>>
  /** The order of the first look; without it that of the server. */
  defaultSort?(filters: F): Sort
  /** Whether people choose how many rows a page has. */
  readonly hasSizes?: true
}

/** A list and how it is read: what is needed to link to it and to ask for its rows. */
export interface ListSource<Row extends ListRow, F extends object> extends FilteredPage<F> {
  /** The head of the names under which its pages are cached. */
  readonly queryKey: readonly string[]
  readonly fetchPage: (request: ListRequest<F>, signal: AbortSignal) => Promise<Page<Row>>
}

export interface ListTexts {
  readonly title: string
  readonly empty: string
  /** Where filters leave nothing. */
  readonly emptyNarrowed?: string
  /** What to do next where nothing is there, and where filters leave nothing (with a button that takes them away). */
  readonly next?: string
  readonly nextNarrowed?: string
  readonly loading?: string
  /** The address names words that are not remembered any more. */
  readonly wordsForgotten?: string
}

/** What the parts of a list that are its own are given. */
export interface ListView<Row, F> {
  readonly state: ListState<F>
  /** All that the list is narrowed by, also what stands in no address. */
  readonly filters: F
  /** What it is sorted by, as its calls have it; its first order where there is none. */
  readonly orderings: readonly Ordering[] | undefined
  readonly page: Page<Row> | undefined
  /** Goes to what other filters leave. */
  readonly narrow: (filters: F) => void
  /** Whether the preview of a row takes a part of the width. */
  readonly isSplit: boolean
}
export type ListPart<Row, F> = ComponentType<ListView<Row, F>>

export interface BulkActions<Row> {
  readonly textsOf: (t: TFunction) => { readonly title: string; readonly all: string }
  /** Names the box of a row. */
  readonly rowText: (t: TFunction, row: Row) => string
  readonly actions: (selection: Selection<Row>, orderings: readonly Ordering[] | undefined) => Elements
}

export interface SavedEntry {
  readonly id: number
  readonly name: string
  /** The title of its list. */
  readonly title: string
  readonly isOfList: boolean
  readonly href: string
  /** Whether all who open the list see it. */
  readonly isShared: boolean
  readonly isDeletable: boolean
}

/** Where people keep a list as they narrowed and sorted it, under a name. */
export interface SavedViews<F> {
  readonly queryKey: readonly string[]
  readonly read: (signal: AbortSignal) => Promise<readonly unknown[]>
  readonly entriesOf: (t: TFunction, views: readonly unknown[]) => readonly SavedEntry[]
  readonly save: (view: NewView, state: ListState<F>) => Promise<readonly unknown[]>
  readonly remove: (id: number) => Promise<readonly unknown[]>
  /** Whether a role may share views with all who open the list. */
  readonly mayShare?: (role: Role) => boolean
}

export interface NewView {
  readonly name: string
  readonly isShared: boolean
}

/** A list page, as a value: `ListPage` does all that lists have in common. */
export interface List<Row extends ListRow, F extends object> extends ListSource<Row, F> {
  readonly textsOf: (t: TFunction) => ListTexts
  filterLabel(t: TFunction, key: keyof F & string): string
  groupLabel?(t: TFunction, group: string): string
  /** A hook: what its columns show may have to be fetched. */
  readonly useColumns: (view: ListView<Row, F>) => Column<Row>[]
  readonly rowHref?: (row: Row) => string
  /** What a row shows on request, under it. */
  readonly detailOf?: (t: TFunction) => RowDetail<Row>
  /** The key that opens it for the current row and leads into it. */
  readonly detailKey?: KeyAction
  /** Whether wide windows can show that beside the table instead, for the row that has the focus. */
  readonly canSplit?: true
  readonly bulk?: BulkActions<Row>
  readonly savedViews?: SavedViews<F>
  /** Whether all rows are counted on request where there are more than are usually counted. */
  readonly hasExactCount?: true
  /** Called whenever rows have come: their page, and the addresses of the pages around it. */
  readonly onShown?: (page: ShownPage, neighbours: NeighbourHrefs) => void
  /** The button that exports the rows that the filters leave. */
  readonly exportButton?: (view: ListView<Row, F>) => Elements
  /** Links and buttons at the head, around those that the page has (`children`). */
  readonly Actions?: ComponentType<{ readonly children: Elements }>
  /** The parts of the list, below the head. */
  readonly tabs?: (view: ListView<Row, F>) => Elements
  /** Below the head; below the filters; after the chips; below the rows. */
  readonly Intro?: ListPart<Row, F>
  readonly Note?: ListPart<Row, F>
  readonly ChipActions?: ListPart<Row, F>
  readonly Foot?: ListPart<Row, F>
  readonly className?: string
}

export interface ShownPage {
  readonly href: string
  readonly ids: readonly number[]
}

export interface NeighbourHrefs {
  readonly previous?: string | undefined
  readonly next?: string | undefined
}

/** The heading of a list: where the focus goes when what had it is gone. */
export const listTitleId = 'list-title'
