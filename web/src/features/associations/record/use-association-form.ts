import { type AssociationDetail, type AssociationDraft, type AssociationKey, saveAssociation } from '@portal/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditSession } from '#form/edit/use-edit-session.ts'
import { call } from '#lib/api/call.ts'
import { notify } from '#lib/page/notices.ts'
import { associationQuery, useAssociationRefresh } from '../associations.queries.ts'
import {
  associationEdits,
  draftOf,
  errorsOf,
  labelOfPlace,
  lockedAssociation,
  placeAt,
  readAssociation,
  savedOnWire,
  wires,
  withValue,
} from './association-record.ts'

export const associationFormId = 'association'

/** The edit session of an association. `reveal` opens the tab of a place of the form. */
export function useAssociationForm(record: AssociationDetail, reveal: (place: string) => void) {
  const { id } = record
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const refresh = useAssociationRefresh()
  const locked = useMemo(() => lockedAssociation(id), [id])
  const session = useEditSession<AssociationDraft, AssociationDetail>({
    ...{ id: associationFormId, fields: wires, reveal, record, locked, edits: associationEdits },
    draftName: `association.${id}`,
    keyAt: placeAt,
    labelOf: (place) => labelOfPlace(t, place),
    check: (draft) => errorsOf(t, readAssociation(draft, record).fieldErrors),
    normalize: (draft) => draftOf(readAssociation(draft, record).values),
    read: () => queryClient.fetchQuery({ ...associationQuery(id), staleTime: 0 }),
    save: ({ draft, version }) =>
      call(saveAssociation, { wire: savedOnWire(readAssociation(draft, record).values, id, version) }),
    onSaved: (isFoundSaved) =>
      notify({ kind: 'success', body: t(isFoundSaved ? 'register.detail.foundSaved' : 'register.detail.saved') }),
    onChanged: (newer) => void refresh(id, newer),
  })
  return { ...session, set: (key: AssociationKey, value: unknown) => session.change(withValue({}, key, value)) }
}
export type AssociationFormOf = ReturnType<typeof useAssociationForm>
