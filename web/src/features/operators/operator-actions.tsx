import type { OperatorDetail } from '@portal/contract'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#form/form-dialog.tsx'
import { useGo } from '#lib/page/navigation.ts'
import { notify } from '#lib/page/notices.ts'
import { Button } from '#ui/button.tsx'
import { DisableDialog, EnableDialog } from './enable-dialogs.tsx'
import { nameOf, operatorListHref } from './operator-name.ts'
import { useDeleteOperator } from './operators.queries.ts'

interface Props {
  readonly operator: OperatorDetail
}

/** Why an account cannot be closed just now; the server judges the same (specification 2 §3). */
function closingRefused(t: TFunction, { openCases, isLastManager }: OperatorDetail): string | undefined {
  if (openCases > 0) return t('problems.operatore_con_casi', { count: openCases })
  return isLastManager ? t('problems.ultimo_rup') : undefined
}

/** Opening and closing an account, for a time or for good. */
export function OperatorActions({ operator }: Props) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<'enable' | 'disable' | 'delete'>()
  const close = () => setDialog(undefined)
  const reason = closingRefused(t, operator)
  return (
    <>
      {operator.isEnabled ? (
        <Button variant="secondary" disabledReason={reason} onClick={() => setDialog('disable')}>
          {t('operators.disable.button')}
        </Button>
      ) : (
        <Button variant="secondary" onClick={() => setDialog('enable')}>
          {t('operators.enable.button')}
        </Button>
      )}
      <Button variant="danger" disabledReason={reason} onClick={() => setDialog('delete')}>
        {t('operators.delete.button')}
      </Button>
      {dialog === 'enable' && <EnableDialog operator={operator} onClose={close} />}
      {dialog === 'disable' && <DisableDialog operator={operator} onClose={close} />}
      {dialog === 'delete' && <DeleteDialog operator={operator} onClose={close} />}
    </>
  )
}

function DeleteDialog({ operator, onClose }: Props & { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const go = useGo()
  const name = nameOf(operator)
  const remove = useDeleteOperator(operator.id, () => {
    notify({ kind: 'success', body: t('operators.delete.done', { name }) })
    go(operatorListHref())
  })
  return (
    <FormDialog
      title={t('operators.delete.title')}
      submitText={t('operators.delete.button')}
      isDanger
      pending={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      <p>{t('operators.delete.question', { name })}</p>
      <p>{t('operators.delete.text')}</p>
    </FormDialog>
  )
}
