import type { Role } from '@portal/contract'
import type { QueryClient } from '@tanstack/react-query'
import type { ParseKeys, TFunction } from 'i18next'
import type { Option } from '#ui/field/combobox.tsx'

/** One line of the palette. It leads somewhere, or does something. */
export interface PaletteEntry extends Option {
  readonly onSelect: (() => void) | { readonly href: string }
}

export interface PaletteSearch {
  readonly t: TFunction
  readonly queryClient: QueryClient
  /** Aborts when the user types on. */
  readonly signal: AbortSignal
}

export interface PaletteFound {
  readonly entries: readonly PaletteEntry[]
  /** What was searched, where nothing was found. */
  readonly missed?: string | undefined
}

/** Records of a kind that the palette finds by asking the server. */
export interface PaletteSource {
  readonly name: string
  /** Heading of its entries. */
  readonly title: ParseKeys
  readonly isFor: (role: Role) => boolean
  /** True if a text is long enough to search for. */
  readonly canFind: (text: string) => boolean
  readonly find: (text: string, search: PaletteSearch) => Promise<PaletteFound>
}
