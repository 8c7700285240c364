import { listSuggestions, type SuggestionSource } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { Alert } from '#ui/feedback/alert.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { recordHref } from '../registry-kinds.ts'
import { identityText, RejectButton } from './reject-suggestion.tsx'

/** The suggestions for the people of a case; all notes of a case share one call. */
const suggestionsOfCase = (caseId: number) => ({
  queryKey: ['registry', 'suggestions', 'case', caseId],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    call(listSuggestions, { query: { filters: { caseId }, from: 1, to: 50 } }, { signal }),
  meta: { isHandled: true },
})

interface Props {
  readonly caseId: number
  readonly source: SuggestionSource
}

/** Says that the registry may have the reporter or the victim of a case already. */
export function SuggestionNote({ caseId, source }: Props) {
  const { t } = useTranslation()
  const { data } = useQuery(suggestionsOfCase(caseId))
  const suggestions = data?.rows.filter((row) => row.source === source) ?? []
  const [first] = suggestions
  if (!first) return null
  return (
    <Alert kind="info" title={t(`registry.suggestions.found.${first.kind}`)}>
      <ul className="plain-list stack">
        {suggestions.map((suggestion) => (
          <li key={suggestion.id} className="cluster">
            <span>
              <NavLink href={recordHref(suggestion.kind, suggestion.record.id)}>
                <bdi>{suggestion.record.name}</bdi>
              </NavLink>{' '}
              <span>{identityText(suggestion.record) && `(${identityText(suggestion.record)})`}</span>
            </span>
            <RejectButton suggestion={suggestion} />
          </li>
        ))}
      </ul>
      <p>{t('registry.suggestions.howToLink')}</p>
    </Alert>
  )
}
