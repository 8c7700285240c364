import type { OperatorDetail } from '@portal/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changedKeys } from '#form/use-form-session.ts'
import { useGo } from '#lib/page/navigation.ts'
import { notify } from '#lib/page/notices.ts'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { Breadcrumb } from '#ui/layout/breadcrumb.tsx'
import { DefinitionList } from '#ui/layout/summary-block.tsx'
import { DeletedNote } from './deleted-note.tsx'
import { draftOf, type OperatorDraft, type OperatorField, operatorFieldNames } from './operator-draft.ts'
import { firstFieldId } from './operator-fields.tsx'
import { OperatorForm } from './operator-form.tsx'
import { OperatorLoading } from './operator-loading.tsx'
import { nameOf, operatorHref, operatorListHref, rolesText } from './operator-name.ts'
import { operatorQuery } from './operators.queries.ts'
import { useOperator } from './use-operator.ts'
import { useOperatorForm } from './use-operator-form.ts'

/** 'Modifica operatore'. */
export function OperatorEditPage() {
  const { t } = useTranslation()
  const { data: operator, isFetchedAfterMount, operatorId, ...loading } = useOperator()
  // A copy read earlier would only lead to a conflict.
  const isReady = operator !== undefined && isFetchedAfterMount
  return (
    <div className="reading-column">
      <Breadcrumb
        label={t('site.breadcrumb')}
        trail={[
          { text: t('operators.title'), href: operatorListHref() },
          ...(operator ? [{ text: nameOf(operator), href: operatorHref(operator.id) }] : []),
        ]}
        current={t('operators.editShort')}
      />
      <h1>{t('operators.edit')}</h1>
      {!isReady && <OperatorLoading {...loading} />}
      {isReady && operator.deletedAt && <DeletedNote deletedAt={operator.deletedAt} />}
      {isReady && !operator.deletedAt && <EditForm key={operatorId} operator={operator} />}
    </div>
  )
}

function EditForm({ operator }: { operator: OperatorDetail }) {
  const { t } = useTranslation()
  const go = useGo()
  const queryClient = useQueryClient()
  // What the form began with stays, whatever is read meanwhile.
  const [account, setAccount] = useState(operator)
  const form = useOperatorForm(account, () => {
    notify({ kind: 'success', body: t('operators.modified') })
    go(operatorListHref())
  })
  const handleNewer = async () => {
    const newer = await queryClient.fetchQuery({ ...operatorQuery(account.id), staleTime: 0 }).catch(() => undefined)
    if (!newer) return notify({ kind: 'error' })
    setAccount(newer)
    form.rebase(draftOf(newer))
    document.getElementById(firstFieldId)?.focus()
  }
  return (
    <>
      <TypedBefore typed={form.before} current={form.draft} onUse={form.restoreBefore} />
      <OperatorForm
        form={form}
        cancelHref={operatorHref(account.id)}
        conflict={
          <>
            <p>{t('operators.conflict.text')}</p>
            <Button variant="secondary" onClick={handleNewer}>
              {t('operators.conflict.load')}
            </Button>
          </>
        }
      />
    </>
  )
}

interface Props {
  readonly typed: Partial<OperatorDraft>
  readonly current: OperatorDraft
  readonly onUse: () => void
}

/** What was typed before the newer version was loaded, where it says something else. */
function TypedBefore({ typed, current, onUse }: Props) {
  const { t } = useTranslation()
  const whole = { ...current, ...typed }
  const changed = changedKeys(whole, current)
  const names = operatorFieldNames.filter((name) => changed.includes(name))
  if (names.length === 0) return null
  return (
    <Alert kind="info" title={t('operators.conflict.typed')} announce="politely">
      <DefinitionList
        items={names.map((name) => ({
          term: t(`operators.fields.${name}`),
          value: textOf(t, whole, name),
        }))}
      />
      <Button variant="secondary" size="sm" onClick={onUse}>
        {t('operators.conflict.use')}
      </Button>
    </Alert>
  )
}

function textOf(t: TFunction, draft: OperatorDraft, name: OperatorField): string {
  if (name === 'roles') return rolesText(t, draft.roles)
  if (name === 'isEnabled') return t(draft.isEnabled ? 'report.yes' : 'report.no')
  return draft[name] || '–'
}
