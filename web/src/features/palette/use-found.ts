import type { Role } from '@portal/contract'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#lib/api/call-error.ts'
import type { PaletteEntry, PaletteSource } from '#lib/backoffice/palette.ts'

/** Milliseconds without a key after which the server is asked. */
const restMs = 250

function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(setRested, restMs, text)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

export interface FoundGroup {
  readonly title: PaletteSource['title']
  readonly entries: readonly PaletteEntry[]
}

interface Found {
  readonly groups: readonly FoundGroup[]
  /** True until every source has answered for the text as it is now. */
  readonly isSearching: boolean
  /** Why there is less than there might be, and what was searched in vain. */
  readonly messages: readonly string[]
}

/** What the sources find for a text once the user rests; an earlier search is aborted. */
export function useFound(sources: readonly PaletteSource[], role: Role, typed: string): Found {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const text = typed.trim()
  const rested = useRested(text)
  const wanted = sources.filter((source) => source.isFor(role) && source.canFind(text))
  const answers = useQueries({
    queries: wanted.map((source) => ({
      queryKey: ['palette', source.name, rested],
      queryFn: ({ signal }: { signal: AbortSignal }) => source.find(rested, { t, queryClient, signal }),
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
    groups: wanted.map(({ title }, at) => ({ title, entries: (rested === text && answers[at]?.data?.entries) || [] })),
    isSearching: wanted.length > 0 && (rested !== text || answers.some(({ isFetching }) => isFetching)),
    messages: answers.flatMap(({ error, data }) => (error ? [messageOf(error)] : (data?.missed ?? []))),
  }
}
