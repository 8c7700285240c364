import { type CaseEntry, isShown, newCaseForm, paths, type Use, usesOf } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useEffect } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { bundleQuery } from '#form/choices.ts'
import { DiscardButton } from '#form/edit/discard-button.tsx'
import { DeskFieldView } from '#form/fields/desk-field-view.tsx'
import { UploadField } from '#form/upload/upload-field.tsx'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { shortcut } from '#lib/backoffice/desk-keys.ts'
import { UnsavedChanges } from '#lib/drafts/unsaved-changes.tsx'
import { formatInstant } from '#lib/i18n/format.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { useSiteSearch } from '#lib/page/site-search.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import { focusById } from '#ui/focus-by-id.ts'
import { Breadcrumb } from '#ui/layout/breadcrumb.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { caseDisplay } from '../record/case-display.tsx'
import { CaseField } from '../record/case-field.tsx'
import { fieldId } from '../record/case-field-texts.ts'
import { type CaseFromMail, caseFromMailQuery } from './case-from-mail.ts'
import { asksForReceipt, isOnSheet, type SheetPart, sheet } from './case-new-form.ts'
import { useMatches } from './same-person.queries.ts'
import { SamePerson, samePersonId } from './same-person.tsx'
import { foldedGroups, type NewCase, useNewCase } from './use-new-case.ts'

/** 'Nuova segnalazione': a sheet in the order of a call, which other channels use as well. */
export function CaseNewPage() {
  const { t } = useTranslation()
  const lists = useQuery(bundleQuery())
  const { posta } = useSiteSearch()
  return (
    <>
      <Breadcrumb
        label={t('site.breadcrumb')}
        trail={[{ text: t('cases.lists.all'), href: siteHref(paths.caseList) }]}
        current={t('caseNew.title')}
      />
      <h1>{t('caseNew.title')}</h1>
      {!lists.isFetched && <TextSkeleton text={t('caseDetail.loading')} count={12} />}
      {lists.isFetched && (posta ? <EntryFromMail mailId={posta} /> : <Entry />)}
    </>
  )
}

function Entry({ fromMail }: { readonly fromMail?: CaseFromMail }) {
  const entry = useNewCase(fromMail)
  return entry.found ? <StoredEntry entry={entry} /> : <EntryForm entry={entry} />
}

/** The form with what a mail says; its files that did not pass the checks are named. */
function EntryFromMail({ mailId }: { readonly mailId: number }) {
  const { t } = useTranslation()
  const { data: fromMail, error, isFetching, refetch } = useQuery(caseFromMailQuery(mailId))
  if (!fromMail)
    return error ? (
      <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />
    ) : (
      <TextSkeleton text={t('caseDetail.loading')} count={12} />
    )
  return (
    <>
      <Alert kind="info">
        <p>{t('mailbox.fromMail', { subject: fromMail.subject || t('mailbox.noSubject') })}</p>
        {fromMail.refused.length > 0 && (
          <ul>
            {fromMail.refused.map(({ name, code }) => (
              <li key={name}>{t('mailbox.fileRefused', { name, reason: t(`antivirus.${code}`) })}</li>
            ))}
          </ul>
        )}
      </Alert>
      <Entry fromMail={fromMail} />
    </>
  )
}

/** The channel has an answer already. */
const firstQuestionId = fieldId('profile')

/** The first question takes the focus, unless the user has gone elsewhere while the lists were loading. */
function useFirstQuestion() {
  useEffect(() => {
    const { activeElement, body } = document
    if (activeElement === body || activeElement?.matches('h1')) focusById(firstQuestionId)
  }, [])
}

/** Asks what to do with a stored draft before anything can overwrite it. */
function StoredEntry({ entry: { found, settle } }: { entry: NewCase }) {
  const { t } = useTranslation()
  const date = formatInstant(new Date(found?.storedAt ?? 0))
  const handleRestore = () => {
    flushSync(() => settle(true))
    focusById(firstQuestionId)
  }
  return (
    <Alert kind="info" title={t('editDrafts.title')}>
      <p>{t('editDrafts.text')}</p>
      <div className="cluster">
        <Button size="sm" onClick={handleRestore}>
          {t('editDrafts.restore', { date })}
        </Button>
        <DiscardButton onDiscard={() => settle(false)} focusId={firstQuestionId} />
      </div>
    </Alert>
  )
}

function EntryForm({ entry }: { entry: NewCase }) {
  const { t } = useTranslation()
  useFirstQuestion()
  const matches = useMatches(entry.values, entry.takeOver.used?.source)
  return (
    <>
      <UnsavedChanges hasChanges={entry.hasChanges} onLeave={entry.leave} />
      {entry.isUnreachable && (
        <Alert kind="danger" title={t('editForm.unreachable')} announce="now">
          {t('editForm.unreachableText')}
        </Alert>
      )}
      <ErrorSummary {...entry.summary} />
      <form {...entry.form} className="stack">
        <p className="form-note">{t('report.mandatory')}</p>
        <div className="call-sheet">
          <SheetPanel part="caller" entry={entry} />
          <SheetPanel part="callback" entry={entry} />
          <div className="call-aside stack">
            <SheetPanel part="note" entry={entry} />
            <SamePerson matches={matches} takeOver={entry.takeOver} />
          </div>
          <SheetPanel part="facts" entry={entry} />
        </div>
        <h2>{t('caseNew.more')}</h2>
        {foldedGroups.map(({ id, fields }) => (
          <FoldedGroup key={id} group={id} uses={fields} entry={entry} />
        ))}
        <EntryActions entry={entry} matchCount={matches.people.length + matches.cases.length} />
      </form>
    </>
  )
}

interface PanelProps {
  readonly part: SheetPart
  readonly entry: NewCase
}

/** A part of the sheet; nothing while its fields are hidden. */
function SheetPanel({ part, entry }: PanelProps) {
  const { t } = useTranslation()
  return (
    <Panel title={t(`caseNew.sheet.${part}`)}>
      <div className="case-fields">
        {sheet[part]
          .filter((key) => isOnSheet(key, entry.draft))
          .map((key) =>
            key === 'receivedOn' ? (
              <ReceiptField key={key} entry={entry} />
            ) : (
              <EntryFields key={key} uses={usesOf(newCaseForm).filter((use) => use.key === key)} entry={entry} />
            ),
          )}
      </div>
    </Panel>
  )
}

function ReceiptField({ entry }: { readonly entry: NewCase }) {
  const { t } = useTranslation()
  const { receivedOn: field } = newCaseForm.fields
  if (!asksForReceipt(entry.draft)) return null
  return (
    <DeskFieldView
      id={fieldId('receivedOn')}
      field={field}
      label={t('caseNew.receivedOn')}
      hint={t('caseNew.receivedOnHint')}
      error={entry.errorOf('receivedOn')}
      required={false}
      value={entry.draft.receivedOn}
      onChange={(value) => entry.set('receivedOn', value)}
    />
  )
}

interface FieldsProps {
  readonly uses: readonly Use<CaseEntry>[]
  readonly entry: NewCase
}

const EntryFields = ({ uses, entry: { draft, values, errorOf, set, queue } }: FieldsProps) =>
  uses
    .filter((use) => isShown(use, values))
    .map((use) => (
      <CaseField
        key={use.key}
        use={use}
        draft={draft}
        values={values}
        errorOf={errorOf}
        set={set}
        renderFiles={(texts) => <UploadField {...texts} queue={queue} />}
      />
    ))

interface FoldedProps extends FieldsProps {
  readonly group: string
}

function FoldedGroup({ group, uses, entry }: FoldedProps) {
  const { t } = useTranslation()
  const isOpen = entry.opened.includes(group)
  if (!uses.some((use) => isShown(use, entry.values))) return null
  return (
    <details
      className="panel folded-group"
      open={isOpen}
      onToggle={({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) => entry.toggle(group, currentTarget.open)}
    >
      <summary>{caseDisplay.headingOf(t, group)}</summary>
      {isOpen && (
        <div className="case-fields">
          <EntryFields uses={uses} entry={entry} />
        </div>
      )}
    </details>
  )
}

interface ActionsProps {
  readonly entry: NewCase
  readonly matchCount: number
}

function EntryActions({ entry, matchCount }: ActionsProps) {
  const { t } = useTranslation()
  return (
    <div className="desk-actions">
      <Button {...shortcut('save')} type="submit" pending={entry.isPending} pendingText={t('editForm.saving')}>
        {t('caseNew.save')}
      </Button>
      {entry.mayTake && (
        <Button variant="secondary" onClick={() => entry.submit('take')}>
          {t('caseNew.saveAndTake')}
        </Button>
      )}
      <NavLink href={siteHref(paths.caseList)} className={buttonClass('quiet')}>
        {t('caseNew.cancel')}
      </NavLink>
      {matchCount > 0 && (
        <Button variant="quiet" onClick={() => focusById(samePersonId)}>
          {t('caseNew.same.show', { count: matchCount })}
        </Button>
      )}
    </div>
  )
}
