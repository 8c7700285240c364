import {
  deleteReferenceEntry,
  entryDenial,
  languages,
  listNames,
  paths,
  type ReferenceEntry,
  type ReferenceEntryUse,
  type ReferenceList,
  recordKinds,
  referenceLists,
  retireReferenceEntry,
} from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#form/form-dialog.tsx'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { notifyError } from '#lib/api/notify-error.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { listTitleId } from '#list/list.ts'
import { Button } from '#ui/button.tsx'
import { focusById } from '#ui/focus-by-id.ts'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { DefinitionList } from '#ui/layout/summary-block.tsx'
import { useEntryChange, usesQuery } from './reference.queries.ts'

interface Props {
  readonly list: ReferenceList
  readonly entry: ReferenceEntry
}

/** The names of an entry, where it is used, and what can be done with it. */
export function EntryDetail({ list, entry }: Props) {
  const { t } = useTranslation()
  const isReadOnly = entryDenial('rename', list) !== null
  return (
    <div className="stack entry-detail">
      {!isReadOnly && <DefinitionList items={languages.map((language) => nameIn(t, entry, language))} />}
      <Uses list={list} id={entry.id} />
      {entry.fixed && <p>{t(`referenceLists.fixed.${entry.fixed}`)}</p>}
      {!isReadOnly && (
        <NavLink href={siteHref(paths.auditLog, { tipo_record: recordKinds.reference, id_record: entry.id })}>
          {t('referenceLists.history')}
        </NavLink>
      )}
      {!isReadOnly && !entry.fixed && <EntryActions list={list} entry={entry} />}
    </div>
  )
}

/** The name in a language, or what is shown in its place. */
function nameIn(t: TFunction, { labels }: ReferenceEntry, language: (typeof languages)[number]) {
  const label = labels[language]
  const term = t(`referenceLists.labels.${language}`)
  if (label)
    return {
      term,
      value: (
        <bdi lang={language} dir="auto">
          {label}
        </bdi>
      ),
    }
  return { term, value: t('referenceLists.entry.shownAs', { name: labels.en ?? labels.it }) }
}

function textOfUse(t: TFunction, { kind, field, count }: ReferenceEntryUse) {
  const child = listNames.find((list) => kind === 'reference' && referenceLists[list].path === field)
  return {
    term: child
      ? t('referenceLists.uses.below', { list: t(`referenceLists.names.${child}`) })
      : t('referenceLists.uses.of', { field, kind: t(`audit.recordKinds.${kind}`) }),
    value: count === undefined ? t('referenceLists.uses.uncounted') : <bdi className="figures">{count}</bdi>,
  }
}

function Uses({ list, id }: { readonly list: ReferenceList; readonly id: number }) {
  const { t } = useTranslation()
  const { data, isError, isFetching, refetch } = useQuery(usesQuery(list, id))
  if (isError && !data) return <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />
  return (
    <section>
      <h2 className="h6">{t('referenceLists.uses.title')}</h2>
      {!data && <p>{t('referenceLists.uses.loading')}</p>}
      {data?.uses.length === 0 && <p>{t('referenceLists.uses.none')}</p>}
      {data && data.uses.length > 0 && <DefinitionList items={data.uses.map((use) => textOfUse(t, use))} />}
    </section>
  )
}

type Question = 'retire' | 'delete'

function EntryActions(props: Props) {
  const { list, entry } = props
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Question>()
  const { data } = useQuery(usesQuery(list, entry.id))
  const restore = useEntryChange(retireReferenceEntry, () =>
    t('referenceLists.restore.done', { name: entry.labels.it }),
  )
  const handleRestore = () =>
    restore.mutate({ body: { list, id: entry.id, version: entry.version, isRetired: false } }, { onError: notifyError })
  return (
    <div className="cluster">
      {entry.isRetired ? (
        <Button variant="secondary" pending={restore.isPending} pendingText={t('site.wait')} onClick={handleRestore}>
          {t('referenceLists.restore.button')}
        </Button>
      ) : (
        <Button variant="secondary" onClick={() => setAsked('retire')}>
          {t('referenceLists.retire.button')}
        </Button>
      )}
      <Button
        variant="secondary"
        disabledReason={deletionDenial(t, entry, data?.uses)}
        onClick={() => setAsked('delete')}
      >
        {t('referenceLists.delete.button')}
      </Button>
      {asked && <ChangeDialog {...props} question={asked} onClose={() => setAsked(undefined)} />}
    </div>
  )
}

/** Why an entry cannot be deleted, as far as this page knows. */
function deletionDenial(t: TFunction, { isRetired }: ReferenceEntry, uses: readonly ReferenceEntryUse[] = []) {
  if (!isRetired) return t('referenceLists.delete.inForce')
  if (uses.some(({ count = 0 }) => count > 0)) return t('referenceLists.delete.used')
  return uses.some(({ count }) => count === undefined) ? t('referenceLists.delete.unknown') : undefined
}

interface DialogProps extends Props {
  readonly question: Question
  readonly onClose: () => void
}

/** Asks before an entry is retired or deleted. */
function ChangeDialog({ list, entry, question, onClose }: DialogProps) {
  const { t } = useTranslation()
  const name = entry.labels.it
  const handleDone = () => {
    onClose()
    // The button that was pressed disappears.
    focusById(listTitleId)
  }
  const done = () => t(`referenceLists.asks.${question}.done`, { name })
  const retire = useEntryChange(retireReferenceEntry, done, handleDone)
  const remove = useEntryChange(deleteReferenceEntry, done, handleDone)
  const { isPending, error } = question === 'retire' ? retire : remove
  const body = { list, id: entry.id, version: entry.version }
  return (
    <FormDialog
      title={t(`referenceLists.asks.${question}.title`, { name })}
      submitText={t(`referenceLists.asks.${question}.submit`)}
      isDanger={question === 'delete'}
      pending={isPending}
      error={error}
      onSubmit={() =>
        question === 'retire' ? retire.mutate({ body: { ...body, isRetired: true } }) : remove.mutate({ body })
      }
      onClose={onClose}
    >
      <p>{t(`referenceLists.asks.${question}.text`)}</p>
    </FormDialog>
  )
}
