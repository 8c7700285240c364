import { listNames, type ReferenceList, referenceLists } from '@portal/contract'
import { useSearch } from '@tanstack/react-router'

/** The reference list that the address names. */
export function useShownList(): ReferenceList | undefined {
  const { lista } = useSearch({ strict: false }) as { lista?: unknown }
  return listNames.find((list) => referenceLists[list].path === lista)
}
