import { operatorRoles } from '@portal/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { faultAt } from '#lib/api/fault-at.ts'
import { remember } from '#lib/drafts/session-memory.ts'
import { useGo } from '#lib/page/navigation.ts'
import { Alert } from '#ui/feedback/alert.tsx'
import { Checkbox } from '#ui/field/checkbox.tsx'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import { FieldGroup } from '#ui/field/field-frame.tsx'
import { FilterForm } from '#ui/field/filter-form.tsx'
import { Select } from '#ui/field/select.tsx'
import { TextInput } from '#ui/field/text-input.tsx'
import { withRole } from './operator-draft.ts'
import {
  type FilterDraft,
  type FilterFault,
  filterDraftOf,
  filterFaults,
  filtersOf,
  type ListFilters,
  operatorsHref,
} from './operator-search.ts'
import { wordsPlace } from './operators.queries.ts'

interface Props {
  readonly filters: ListFilters
  readonly words: string | undefined
  /** Why the list could not be read. */
  readonly error: Error | null
}
type Name = 'from' | 'to' | 'words' | 'isEnabled'
const fieldId = (name: Name) => `operators-${name}`

/** What the server says of the words when it did not search with them. */
export const wordsFault = (error: Error | null) => faultAt(error, 'filtri.nominativo')

/** Words, enabling date, state and roles. */
export function OperatorFilterForm({ filters, words, error }: Props) {
  const { t } = useTranslation()
  const go = useGo()
  const queryClient = useQueryClient()
  const [draft, setDraft] = useDraft(filters, words)
  const [faults, setFaults] = useState<readonly FilterFault[]>([])
  const [attempt, setAttempt] = useState(0)
  const handleSubmit = () => {
    const found = filterFaults(draft)
    setFaults(found)
    setAttempt(attempt + 1)
    const looked = draft.words.trim()
    if (found.length === 0)
      go(operatorsHref(filtersOf(draft, looked ? remember(queryClient, wordsPlace, looked) : undefined)))
  }
  const handleReset = () => {
    setFaults([])
    setDraft(filterDraftOf({ roles: [] }))
    go(operatorsHref())
  }
  const told = toldFaults(faults, wordsFault(error), (fault) => t(`messages.${fault.message}`))
  const typed = (name: Name) => ({
    id: fieldId(name),
    label: t(`operators.filters.${name}`),
    error: told.find((fault) => fault.name === name)?.text,
    autoComplete: 'off',
    value: draft[name],
    onChange: (text: string) => setDraft({ ...draft, [name]: text }),
  })
  return (
    <>
      <ErrorSummary
        title={t('report.errorTitle')}
        errors={told.map(({ name, text }) => ({
          fieldId: fieldId(name),
          text: `${t(`operators.filters.${name}`)}: ${text}`,
        }))}
        attempt={faults.length > 0 ? attempt : error}
      />
      {filters.wordsId !== undefined && words === undefined && (
        <Alert kind="info">{t('operators.wordsForgotten')}</Alert>
      )}
      <FilterForm
        texts={{ open: t('operators.openFilters'), submit: t('desk.filter'), reset: t('desk.reset') }}
        isInUse={operatorsHref(filters) !== operatorsHref()}
        onSubmit={handleSubmit}
        onReset={handleReset}
      >
        <TextInput {...typed('words')} maxLength={254} />
        <TextInput {...typed('from')} note={t('operators.dateShape')} dir="ltr" />
        <TextInput {...typed('to')} note={t('operators.dateShape')} dir="ltr" />
        <Select
          {...typed('isEnabled')}
          emptyLabel={t('operators.allStates')}
          options={(['yes', 'no'] as const).map((value) => ({
            value,
            label: t(`operators.states.${value === 'yes' ? 'enabled' : 'disabled'}`),
          }))}
        />
        <RoleFilter draft={draft} onChange={setDraft} />
      </FilterForm>
    </>
  )
}

interface ToldFault {
  readonly name: Name
  readonly text: string
}

function toldFaults(faults: readonly FilterFault[], words: string | undefined, textOf: (fault: FilterFault) => string) {
  const told: ToldFault[] = faults.map((fault) => ({ name: fault.name, text: textOf(fault) }))
  return words === undefined ? told : [{ name: 'words' as const, text: words }, ...told]
}

interface RoleFilterProps {
  readonly draft: FilterDraft
  readonly onChange: (draft: FilterDraft) => void
}

/** Whoever has one of the roles that are ticked. */
function RoleFilter({ draft, onChange }: RoleFilterProps) {
  const { t } = useTranslation()
  return (
    <div className="filters-wide">
      <FieldGroup id="operators-roles" label={t('operators.fields.roles')}>
        <div className="cluster">
          {operatorRoles.map((role, index) => (
            <Checkbox
              key={role}
              id={index === 0 ? 'operators-roles' : `operators-roles-${role}`}
              label={t(`roles.${role}`)}
              checked={draft.roles.includes(role)}
              onChange={(isTicked) => onChange({ ...draft, roles: withRole(draft.roles, role, isTicked) })}
            />
          ))}
        </div>
      </FieldGroup>
    </div>
  )
}

/** The address's filters as text, until somebody types others or the address changes. */
function useDraft(filters: ListFilters, words: string | undefined) {
  const address = JSON.stringify([filters, words])
  const [state, setState] = useState({ address, draft: filterDraftOf(filters, words) })
  if (state.address !== address) setState({ address, draft: filterDraftOf(filters, words) })
  return [state.draft, (draft: FilterDraft) => setState({ address, draft })] as const
}
