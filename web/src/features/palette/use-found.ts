import type { Role } from '@portal/contract'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CallError } from '#lib/api/call-error.ts'
import type { PaletteEntry, PaletteSource } from '#lib/backoffice/palette.ts'
import { useSettled } from '#lib/page/use-settled.ts'

/** Milliseconds without a key after which the server is asked. */
const restMs = 250

interface Found {
  /** Each under the heading of its source. */
  readonly entries: readonly PaletteEntry[]
  /** True until every source has answered for the text as it is now. */
  readonly isSearching: boolean
  /** Why there is less than there might be, and what was searched in vain. */
  readonly messages: readonly string[]
}

/** Entries under a heading. */
export const inGroup = (group: string, entries: readonly PaletteEntry[]): readonly PaletteEntry[] =>
  entries.map((entry) => ({ ...entry, group }))

/** What the sources find for a text once the user rests; an earlier search is aborted. */
export function useFound(sources: readonly PaletteSource[], role: Role, typed: string): Found {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const text = typed.trim()
  const rested = useSettled(text, restMs)
  const wanted = sources.filter((source) => source.isFor(role) && source.canFind(text))
  const answers = useQueries({
    queries: wanted.map((source) => ({
      queryKey: ['palette', source.name, rested],
      queryFn: ({ signal }: { signal: AbortSignal }) => source.find(rested ?? '', { t, queryClient, signal }),
      enabled: rested === text,
      staleTime: 30_000,
      retry: false,
      meta: { isHandled: true },
    })),
  })
  const messageOf = (error: Error) =>
    (error instanceof CallError && (error.fieldErrors[0]?.messaggio ?? (error.errorCode && error.message))) ||
    t('palette.failed')
  return {
    entries: wanted.flatMap(({ title }, at) =>
      inGroup(t(title), (rested === text && answers[at]?.data?.entries) || []),
    ),
    isSearching: wanted.length > 0 && (rested !== text || answers.some(({ isFetching }) => isFetching)),
    messages: answers.flatMap(({ error, data }) => (error ? [messageOf(error)] : (data?.missed ?? []))),
  }
}
