import type { OperatorDetail } from '@portal/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useGo } from '#lib/page/navigation.ts'
import { notify } from '#lib/page/notices.ts'
import { Button } from '#ui/button.tsx'
import { Breadcrumb } from '#ui/layout/breadcrumb.tsx'
import { DeletedNote } from './deleted-note.tsx'
import { draftOf } from './operator-draft.ts'
import { firstFieldId } from './operator-fields.tsx'
import { OperatorForm } from './operator-form.tsx'
import { OperatorLoading } from './operator-loading.tsx'
import { nameOf, operatorHref, operatorListHref } from './operator-name.ts'
import { operatorQuery } from './operators.queries.ts'
import { TypedBefore } from './typed-before.tsx'
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
