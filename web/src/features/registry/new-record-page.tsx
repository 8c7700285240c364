import type { RegistryKind } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bundleQuery } from '#form/choices.ts'
import { UnsavedChanges } from '#lib/drafts/unsaved-changes.tsx'
import { notify } from '#lib/page/notices.ts'
import { Button } from '#ui/button.tsx'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { Breadcrumb } from '#ui/layout/breadcrumb.tsx'
import { RecordForm } from './record-form.tsx'
import { listLink, type RecordDraft, recordHref } from './registry-kinds.ts'

/** 'Nuova persona fisica'. */
export const NewPersonPage = () => <NewRecordPage kind="person" />
/** 'Nuova persona giuridica'. */
export const NewOrganisationPage = () => <NewRecordPage kind="organisation" />

/** A new record of the registry. */
function NewRecordPage({ kind }: { readonly kind: RegistryKind }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { isFetched: isReady } = useQuery(bundleQuery())
  const [draft, setDraft] = useState<RecordDraft>({})
  // A ref: the question about unsaved changes comes before the next render.
  const isCreated = useRef(false)
  const formId = `new-${kind}`
  const handleCreated = (id: number) => {
    isCreated.current = true
    notify({ kind: 'success', body: t('registry.new.created') })
    void navigate({ href: recordHref(kind, id) })
  }
  return (
    <>
      <Breadcrumb label={t('site.breadcrumb')} trail={[listLink(t, kind)]} current={t(`registry.new.${kind}`)} />
      <h1>{t(`registry.new.${kind}`)}</h1>
      <p className="form-note">{t('report.mandatory')}</p>
      <UnsavedChanges hasChanges={() => !isCreated.current && Object.values(draft).some(Boolean)} />
      {!isReady && <TextSkeleton text={t('site.loading')} count={10} />}
      {isReady && (
        <div className="stack">
          <RecordForm id={formId} kind={kind} draft={draft} onChange={setDraft} onCreated={handleCreated} />
          <p>
            <Button type="submit" form={formId}>
              {t('registry.new.submit')}
            </Button>
          </p>
        </div>
      )}
    </>
  )
}
