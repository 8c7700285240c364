import { type AuditFilters, type Role, recordKinds, roleCodes } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { colleaguesQuery } from '#lib/backoffice/colleagues.ts'
import { useGo } from '#lib/page/navigation.ts'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import { FilterForm } from '#ui/field/filter-form.tsx'
import { Select, type SelectOption } from '#ui/field/select.tsx'
import { TextInput } from '#ui/field/text-input.tsx'
import { type AuditDraft, type DraftFault, draftOf, faultsOf, filtersOf } from './audit-draft.ts'
import { auditHref } from './audit-search.ts'
import { auditActions } from './audit-texts.ts'

type Name = keyof AuditDraft
const fieldId = (name: Name) => `audit-${name}`

/** Period, person, role, action, record and outcome. */
export function AuditFilterForm({ filters }: { filters: AuditFilters }) {
  const { t } = useTranslation()
  const go = useGo()
  const [draft, setDraft] = useDraft(filters)
  const [faults, setFaults] = useState<readonly DraftFault[]>([])
  const [attempt, setAttempt] = useState(0)
  const handleSubmit = () => {
    const found = faultsOf(draft)
    setFaults(found)
    setAttempt(attempt + 1)
    if (found.length === 0) go(auditHref(filtersOf(draft)))
  }
  const handleReset = () => {
    setFaults([])
    setDraft(draftOf({}))
    go(auditHref({}))
  }
  const input = (name: Name) => ({
    id: fieldId(name),
    label: t(`auditPage.filters.${name}`),
    value: draft[name],
    onChange: (text: string) => setDraft({ ...draft, [name]: text }),
  })
  const typed = (name: DraftFault['name']) => {
    const fault = faults.find((one) => one.name === name)
    return { ...input(name), error: fault && t(`messages.${fault.message}`), autoComplete: 'off', dir: 'ltr' as const }
  }
  const chosen = (name: Name, options: readonly SelectOption[]) => (
    <Select {...input(name)} options={options} emptyLabel={t('auditPage.all')} />
  )
  return (
    <>
      <ErrorSummary
        title={t('report.errorTitle')}
        errors={faults.map(({ name, message }) => ({
          fieldId: fieldId(name),
          text: `${t(`auditPage.filters.${name}`)}: ${t(`messages.${message}`)}`,
        }))}
        attempt={attempt}
      />
      <FilterForm
        texts={{ open: t('auditPage.openFilters'), submit: t('desk.filter'), reset: t('desk.reset') }}
        isInUse={Object.keys(filters).length > 0}
        onSubmit={handleSubmit}
        onReset={handleReset}
      >
        <TextInput {...typed('from')} note={t('auditPage.dateShape')} />
        <TextInput {...typed('to')} note={t('auditPage.dateShape')} />
        {chosen('userId', usePersonOptions(filters.userId))}
        {chosen('role', useRoleOptions())}
        {chosen('action', useActionOptions())}
        {chosen('recordKind', useKindOptions())}
        <TextInput {...typed('recordId')} inputMode="numeric" />
        {chosen('outcome', useOutcomeOptions())}
      </FilterForm>
    </>
  )
}

/** The address's filters as text, until somebody types others or the address changes. */
function useDraft(filters: AuditFilters) {
  const address = JSON.stringify(filters)
  const [state, setState] = useState({ address, draft: draftOf(filters) })
  if (state.address !== address) setState({ address, draft: draftOf(filters) })
  return [state.draft, (draft: AuditDraft) => setState({ address, draft })] as const
}

const byLabel = (a: SelectOption, b: SelectOption) => a.label.localeCompare(b.label, 'it')

/** The staff of today, and whoever the log is narrowed to, though they are gone. */
function usePersonOptions(chosen: number | undefined): SelectOption[] {
  const { t } = useTranslation()
  const { data: colleagues = [] } = useQuery(colleaguesQuery)
  const options = colleagues.map(({ id, lastName, firstName }) => ({
    value: String(id),
    label: `${lastName} ${firstName}`,
  }))
  if (chosen === undefined || colleagues.some(({ id }) => id === chosen)) return options
  return [...options, { value: String(chosen), label: t('auditPage.goneUser', { id: chosen }) }]
}

function useRoleOptions(): SelectOption[] {
  const { t } = useTranslation()
  const roles = Object.keys(roleCodes) as Role[]
  return roles.map((value) => ({ value, label: t(`roles.${value}`) }))
}

function useActionOptions(): SelectOption[] {
  const { t } = useTranslation()
  return auditActions.map((value) => ({ value, label: t(`audit.actions.${value}`) })).sort(byLabel)
}

function useKindOptions(): SelectOption[] {
  const { t } = useTranslation()
  const kinds = Object.keys(recordKinds) as (keyof typeof recordKinds)[]
  return kinds.map((value) => ({ value, label: t(`audit.recordKinds.${value}`) })).sort(byLabel)
}

function useOutcomeOptions(): SelectOption[] {
  const { t } = useTranslation()
  return (['done', 'refused'] as const).map((value) => ({ value, label: t(`auditPage.outcomes.${value}`) }))
}
