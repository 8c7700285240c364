import {
  type AssociationTab,
  type askForRenewal,
  changeAssociationScreenForm,
  type changeOwnAssociation,
  changeRequestScreenForm,
  type Form,
  type OwnAssociation,
  paths,
} from '@portal/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AssociationForm, associationDraftOf } from '#features/enrolment/index.ts'
import { call } from '#lib/api/call.ts'
import { useGo } from '#lib/page/navigation.ts'
import { notify } from '#lib/page/notices.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { proposedValuesOf } from './own-actions.ts'
import { updateOwn } from './own-associations.queries.ts'

interface Props {
  readonly own: OwnAssociation
  readonly endpoint: typeof changeOwnAssociation | typeof askForRenewal
  readonly texts: { readonly intro: string; readonly send: string; readonly done: string }
  /** The values with which the form opens, where they are not those of the record. */
  readonly values?: OwnAssociation['values']
  readonly firstTab?: AssociationTab | undefined
}

/** The form of an association that its own people fill in. */
export function OwnForm({ own, endpoint, texts, values, firstTab }: Props) {
  const { t } = useTranslation()
  const go = useGo()
  const queryClient = useQueryClient()
  // The version that the user opened: a newer one that is read concurrently must not be overwritten.
  const [{ id, version }] = useState(own)
  return (
    <>
      <p className="lead-text">{texts.intro}</p>
      <AssociationForm<OwnAssociation>
        form={(own.enrolledOn ? changeAssociationScreenForm : changeRequestScreenForm) as Form}
        start={associationDraftOf(values ?? proposedValuesOf(own))}
        extra={{ associationId: id, version }}
        firstTab={firstTab}
        texts={{ send: texts.send, sending: t('site.wait'), beforeSending: t('personalArea.beforeSending') }}
        send={(wire) => call(endpoint, { wire })}
        onSent={(changed) => {
          notify({ kind: 'success', body: changed.proposal ? t('personalArea.proposal.sent') : texts.done })
          go(siteHref(paths.personalArea))
          void updateOwn(queryClient, changed)
        }}
      />
    </>
  )
}
