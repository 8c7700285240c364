import { formatScreenDate, type RegistryKind } from '@portal/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '#lib/api/call-error.ts'
import { CallErrorAlert } from '#lib/api/call-error-alert.tsx'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/feedback/modal.tsx'
import { TextInput } from '#ui/field/text-input.tsx'
import { MatchReasons } from './match-reasons.tsx'
import { RecordForm } from './record-form.tsx'
import { searchRecords } from './registry.queries.ts'
import { codeOf, nameOf, type RecordDraft, type RecordRow } from './registry-kinds.ts'

interface Props {
  readonly kind: RegistryKind
  readonly known: RecordDraft
  /** What was typed of a new record before the dialog was left. */
  readonly begun: RecordDraft | undefined
  readonly onBegun: (draft: RecordDraft) => void
  readonly onChoose: (id: number) => void
  readonly onClose: () => void
}

/** Shorter words find nothing (decisions §7). */
const shortest = 3

/** Looks for a record of the registry, and makes one where there is none. */
export function RecordFinder({ kind, known, begun, onBegun, onChoose, onClose }: Props) {
  const { t } = useTranslation()
  const formId = useId()
  const [isNew, setNew] = useState(begun !== undefined)
  const draft = begun ?? known
  const [callError, setCallError] = useState<CallError | null>(null)
  const [words, setWords] = useState(() => codeOf(known) ?? nameOf(known))
  const searching = useMutation({
    meta: { isHandled: true },
    mutationFn: (wanted: string) => searchRecords(kind, wanted),
  })
  useFirstSearch(words, searching.mutate)
  const search = (wanted: string, why: CallError | null = null) => {
    setWords(wanted)
    setCallError(why)
    setNew(false)
    searching.mutate(wanted)
  }
  return (
    <Modal
      isWide
      title={t(isNew ? `registry.new.${kind}` : `registry.find.${kind}`)}
      onClose={onClose}
      closeText={t('site.close')}
      footer={
        isNew ? (
          <NewFooter formId={formId} onSearch={() => setNew(false)} />
        ) : (
          <SearchFooter onClose={onClose} onNew={() => setNew(true)} />
        )
      }
    >
      {isNew ? (
        <RecordForm id={formId} kind={kind} draft={draft} onChange={onBegun} onCreated={onChoose} onKnown={search} />
      ) : (
        <>
          <SearchForm
            words={words}
            isSearching={searching.isPending}
            onChange={setWords}
            onSearch={(wanted) => search(wanted)}
          />
          <CallErrorAlert title={t('registry.loadFailed')} error={searching.error} />
          {!searching.error && <CallErrorAlert error={callError} />}
          <Found found={searching.data} onChoose={onChoose} />
        </>
      )}
    </Modal>
  )
}

function NewFooter({ formId, onSearch }: { readonly formId: string; readonly onSearch: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <Button variant="secondary" onClick={onSearch}>
        {t('registry.toSearch')}
      </Button>
      <Button type="submit" form={formId}>
        {t('registry.create')}
      </Button>
    </>
  )
}

/** Another component than `NewFooter`: if its pressed button became the submit button, the press would send the form. */
function SearchFooter({ onClose, onNew }: Pick<Props, 'onClose'> & { readonly onNew: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <Button variant="secondary" onClick={onClose}>
        {t('desk.cancel')}
      </Button>
      <Button variant="secondary" icon="it-plus" onClick={onNew}>
        {t('registry.toNew')}
      </Button>
    </>
  )
}

/** What is known of somebody is looked for at once. */
function useFirstSearch(words: string, search: (words: string) => void) {
  const first = useRef(words)
  useEffect(() => {
    if (first.current.trim().length >= shortest) search(first.current.trim())
  }, [search])
}

interface SearchProps {
  readonly words: string
  readonly isSearching: boolean
  readonly onChange: (words: string) => void
  readonly onSearch: (words: string) => void
}

function SearchForm({ words, isSearching, onChange, onSearch }: SearchProps) {
  const { t } = useTranslation()
  const id = useId()
  const [isTried, setTried] = useState(false)
  const isShort = words.trim().length < shortest
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    // React takes it to the form of the case as well.
    event.stopPropagation()
    setTried(true)
    if (!(isShort || isSearching)) onSearch(words.trim())
  }
  return (
    <form noValidate onSubmit={handleSubmit} className="record-search">
      <TextInput
        id={id}
        label={t('registry.words')}
        hint={t('registry.wordsHint')}
        error={isTried && isShort ? t('messages.ricerca_troppo_corta') : undefined}
        autoComplete="off"
        maxLength={200}
        value={words}
        onChange={onChange}
      />
      <Button type="submit" pending={isSearching} pendingText={t('site.wait')}>
        {t('registry.search')}
      </Button>
    </form>
  )
}

interface FoundProps {
  readonly found: { readonly rows: readonly RecordRow[]; readonly count: number } | undefined
  readonly onChoose: (id: number) => void
}

/** What was found: how many is read out, who they are is there to be gone through. */
function Found({ found, onChoose }: FoundProps) {
  const { t } = useTranslation()
  const { rows = [], count = 0 } = found ?? {}
  const shown = rows.length
  const resultText =
    shown === 0 ? t('registry.nothing') : t(count > shown ? 'registry.more' : 'registry.found', { count, shown })
  return (
    <>
      <p role="status">{found && resultText}</p>
      <ul className="plain-list record-rows">
        {rows.map((row) => (
          <li key={row.id} className="cluster cluster-spread">
            <RowText row={row} />
            <Button variant="secondary" size="sm" onClick={() => onChoose(row.id)}>
              <span>{t('registry.choose')}</span>
              <span className="visually-hidden">{`: ${nameOf(row)}`}</span>
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

function RowText({ row }: { readonly row: RecordRow }) {
  const { t } = useTranslation()
  const notes = [
    row.birthDate && formatScreenDate(row.birthDate),
    codeOf(row),
    t('registry.cases', { count: row.cases }),
  ]
  return (
    <span>
      <bdi className="record-row-name">{nameOf(row)}</bdi>
      <span className="cell-note">{notes.filter(Boolean).join(' · ')}</span>
      <MatchReasons reasons={row.reasons} />
    </span>
  )
}
