import {
  type CaseActionKey,
  type ClosingMacro,
  can,
  deleteClosingMacro,
  limits,
  listClosingMacros,
  saveClosingMacro,
} from '@portal/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { notifyError } from '#lib/api/notify-error.ts'
import { useUser } from '#lib/session/current-user.ts'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/field/select.tsx'
import { TextInput } from '#ui/field/text-input.tsx'
import type { ActionDraft } from './case-action-draft.ts'

const closingMacrosQuery = queryOptions({
  queryKey: ['cases', 'closing-macros'],
  queryFn: ({ signal }) => call(listClosingMacros, {}, { signal }),
  meta: { isHandled: true },
})

interface Props {
  /** The fields of the dialog. */
  readonly keys: readonly CaseActionKey[]
  readonly draft: ActionDraft
  readonly onFill: (values: Partial<ActionDraft>) => void
}

/** The fields that a macro fills, as the dialog types them. */
const valuesOf = ({ outcomeId, performedActionId, reason }: ClosingMacro): ActionDraft => ({
  outcomeId,
  performedActionId,
  reason,
})

/** Named choices that fill the form which closes a case; RUP saves and deletes them here. Nothing where the form has no field of them. */
export function ClosingMacros({ keys, draft, onFill }: Props) {
  const { t } = useTranslation()
  const { data } = useQuery(closingMacrosQuery)
  const { selectedRole } = useUser()
  const chosen = String(draft.macroId ?? '')
  const macros = data?.rows ?? []
  const isManager = can('administration', selectedRole)
  const isFilled = keys.includes('outcomeId') || keys.includes('performedActionId')
  if (!isFilled || (macros.length === 0 && !isManager)) return null
  const fill = (id: string) => {
    const macro = macros.find((one) => String(one.id) === id)
    if (!macro) return onFill({ macroId: undefined })
    const values = Object.entries(valuesOf(macro)).filter(([key, value]) => value && keys.some((one) => one === key))
    onFill({ ...Object.fromEntries(values), macroId: macro.id })
  }
  return (
    <>
      <Select
        id="closing-macro"
        label={t('caseActions.macros.choose')}
        hint={t('caseActions.macros.hint')}
        emptyLabel={t('caseActions.macros.none')}
        value={chosen}
        options={macros.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={fill}
      />
      {isManager && <MacroKeeping draft={draft} chosen={chosen} onChosen={(macroId) => onFill({ macroId })} />}
    </>
  )
}

interface KeepingProps {
  readonly draft: ActionDraft
  readonly chosen: string
  readonly onChosen: (id: number | undefined) => void
}

/** Saves what the form says under a name, or deletes the chosen macro. */
function MacroKeeping({ draft, chosen, onChosen }: KeepingProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [name, setName] = useState<string>()
  const keep = (rows: ClosingMacro[], id: number | undefined) => {
    queryClient.setQueryData(closingMacrosQuery.queryKey, { rows })
    setName(undefined)
    onChosen(id)
  }
  const saving = useMutation({
    meta: { isHandled: true },
    mutationFn: (title: string) =>
      call(saveClosingMacro, {
        body: {
          name: title,
          outcomeId: Number(draft.outcomeId),
          performedActionId: Number(draft.performedActionId),
          reason: draft.reason || undefined,
        },
      }),
    onSuccess: ({ rows }, title) => keep(rows, rows.find((one) => one.name === title)?.id),
    onError: notifyError,
  })
  const deleting = useMutation({
    meta: { isHandled: true },
    mutationFn: (id: number) => call(deleteClosingMacro, { body: { id } }),
    onSuccess: ({ rows }) => keep(rows, undefined),
    onError: notifyError,
  })
  const isComplete = Boolean(draft.outcomeId && draft.performedActionId)
  const title = name?.trim() ?? ''
  return (
    <div className="cluster">
      {name !== undefined && (
        <TextInput
          id="closing-macro-name"
          label={t('caseActions.macros.name')}
          hint={t('caseActions.macros.nameHint')}
          maxLength={limits.closingMacros.nameLength}
          value={name}
          onChange={setName}
        />
      )}
      {isComplete && (
        <Button
          variant="quiet"
          size="sm"
          pending={saving.isPending}
          pendingText={t('site.wait')}
          onClick={() => (title === '' ? setName('') : saving.mutate(title))}
        >
          {t('caseActions.macros.save')}
        </Button>
      )}
      {chosen !== '' && (
        <Button
          variant="quiet"
          size="sm"
          pending={deleting.isPending}
          pendingText={t('site.wait')}
          onClick={() => deleting.mutate(Number(chosen))}
        >
          {t('caseActions.macros.delete')}
        </Button>
      )}
    </div>
  )
}
