import {
  type AssociationDetail,
  type AssociationDraft,
  type AssociationValues,
  saveAssociation,
} from '@portal/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { useRecordForm } from '#record/use-record-form.ts'
import { associationQuery, useAssociationRefresh } from '../associations.queries.ts'
import { editedAssociation, lockedAssociation, readAssociation, savedOnWire } from './association-record.ts'

/** The edit session of an association. `reveal` opens the tab of a place of the form. */
export function useAssociationForm(record: AssociationDetail, reveal: (place: string) => void) {
  const { id } = record
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const refresh = useAssociationRefresh()
  return useRecordForm<AssociationDraft, AssociationDetail, AssociationValues>({
    record,
    reveal,
    edited: editedAssociation,
    locked: useMemo(() => lockedAssociation(id), [id]),
    fetch: () => queryClient.fetchQuery({ ...associationQuery(id), staleTime: 0 }),
    read: readAssociation,
    save: (values, version) => call(saveAssociation, { wire: savedOnWire(values, id, version) }),
    refresh: (newer) => refresh(id, newer),
    texts: { saved: t('register.detail.saved'), found: t('register.detail.foundSaved') },
  })
}
export type AssociationFormOf = ReturnType<typeof useAssociationForm>
