import {
  type CaseDetail,
  type ComplainantLetter,
  type ComplainantLetters,
  isRightToLeft,
  type Language,
  type LetterWay,
  languages,
  limits,
  type NewLetter,
  sendComplainantLetter,
} from '@portal/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#form/form-dialog.tsx'
import { useFormSession } from '#form/use-form-session.ts'
import { call } from '#lib/api/call.ts'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { notifyError } from '#lib/api/notify-error.ts'
import { DueOn } from '#lib/backoffice/due-on.tsx'
import { ShowInstant } from '#lib/i18n/format.tsx'
import { notify } from '#lib/page/notices.ts'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { Modal } from '#ui/feedback/modal.tsx'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { RadioRow } from '#ui/field/radio-row.tsx'
import { Select } from '#ui/field/select.tsx'
import { TextArea } from '#ui/field/text-area.tsx'
import { useCaseRefresh } from '../actions/case-commands.queries.ts'
import { SentMailMark } from '../messages/message-mail.tsx'
import { lettersQuery, saveLetterFile } from './letters.queries.ts'

interface Props {
  readonly record: CaseDetail
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Informs the complainant whether the case goes on or is closed; letters that were sent are read here. */
export function LetterDialog(props: Props) {
  const { t } = useTranslation()
  const [language, setLanguage] = useState<Language>()
  const { data, isError, isFetching, refetch } = useQuery(lettersQuery(props.record.id, language))
  if (data?.canSend) return <LetterForm key={data.language} {...props} letters={data} onLanguage={setLanguage} />
  return (
    <Modal title={t('letters.name')} isWide onClose={props.onClose} closeText={t('site.close')}>
      {isError && !data && <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />}
      {!(data || isError) && <TextSkeleton text={t('site.loading')} count={4} />}
      {data && (
        <>
          <p>{t('letters.off')}</p>
          <SentLetters record={props.record} letters={data.letters} />
        </>
      )}
    </Modal>
  )
}

interface FormProps extends Props {
  readonly letters: ComplainantLetters
  readonly onLanguage: (language: Language) => void
}

function LetterForm({ record, letters, onLanguage, onDone, onClose }: FormProps) {
  const { t } = useTranslation()
  const { decision, language, ways, italian } = letters
  const sending = useSending(record, onDone)
  const session = useFormSession({
    id: 'letter',
    start: (): { readonly way: LetterWay; readonly text: string } => ({
      way: ways[0] ?? 'print',
      text: letters.draft,
    }),
    fields: { way: 'modo', text: 'testo' },
    labelOf: (key) => t(`letters.fields.${key}`),
    check: ({ text }) => ({ text: text.trim() ? undefined : t('messages.campo_obbligatorio') }),
    sending,
    send: (letter) => sending.mutate({ decision, language, ...letter }),
  })
  const way = session.field('way')
  const text = session.field('text')
  return (
    <FormDialog
      {...session.dialog}
      title={t('letters.name')}
      isWide
      submitText={t(`letters.send.${session.draft.way}`)}
      cancelText={t('caseActions.dismiss')}
      onClose={onClose}
    >
      <p className="cluster">
        <strong>{t(`letterDecisions.${decision}`)}</strong>
        {letters.informBy && letters.informState && (
          <span className="cluster">
            <span>{t('letters.informBy')}</span>
            <DueOn state={letters.informState} on={letters.informBy} />
          </span>
        )}
      </p>
      <SentLetters record={record} letters={letters.letters} />
      {letters.draft === '' && (
        <Alert kind="warning">
          <p>{t('letters.noDraft')}</p>
        </Alert>
      )}
      <div className="letter-choices">
        <RadioRow
          {...way}
          onChange={(chosen) => way.onChange(ways.find((one) => one === chosen) ?? 'print')}
          options={ways.map((one) => ({ value: one, label: t(`letterWays.${one}`) }))}
        />
        <Select
          id="letter-language"
          label={t('savedReplies.language')}
          value={language}
          onChange={(chosen) => onLanguage(languages.find((one) => one === chosen) ?? 'it')}
          options={languages.map((one) => ({ value: one, label: t(`savedReplies.languages.${one}`) }))}
        />
      </div>
      <div className={language === 'it' ? undefined : 'letter-beside'}>
        <div lang={language} dir={isRightToLeft(language) ? 'rtl' : 'ltr'}>
          <TextArea
            {...text}
            required
            rows={14}
            onChange={(typed) => text.onChange(typed.slice(0, limits.savedReplies.textLength))}
          />
        </div>
        {language !== 'it' && (
          <section aria-labelledby="letter-italian">
            <h3 id="letter-italian" className="field-label">
              {t('letters.italian')}
            </h3>
            <p className="written-text letter-italian">{italian}</p>
          </section>
        )}
      </div>
      <p className="field-hint">{t('letters.final')}</p>
    </FormDialog>
  )
}

function useSending(record: CaseDetail, onDone: () => void) {
  const { t } = useTranslation()
  const refresh = useCaseRefresh()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: (body: NewLetter) => call(sendComplainantLetter, { params: { id: record.id }, body }),
    onSuccess: async ({ letters: [letter] }, { way }) => {
      notify({ kind: 'success', body: t(`letters.sent.${way}`) })
      void refresh(record.id)
      onDone()
      if (letter && way === 'print') await saveLetterFile(record.id, letter, record.code).catch(notifyError)
    },
  })
}

/** The letters that were sent: when, by which way and by whom; their text on request. */
function SentLetters({ record, letters }: Pick<Props, 'record'> & { readonly letters: readonly ComplainantLetter[] }) {
  const { t } = useTranslation()
  if (letters.length === 0) return null
  return (
    <ul className="plain-list letters-sent">
      {letters.map((letter) => (
        <li key={letter.id}>
          <p className="cluster">
            <ShowInstant instant={letter.at} />
            <span>{`${t(`letterDecisions.${letter.decision}`)} · ${t(`letterWays.${letter.way}`)}`}</span>
            {letter.by !== undefined && <bdi>{letter.by}</bdi>}
            <Button
              variant="quiet"
              size="sm"
              onClick={() => void saveLetterFile(record.id, letter, record.code).catch(notifyError)}
            >
              {t('letters.download')}
            </Button>
          </p>
          {letter.mail && <SentMailMark mail={letter.mail} />}
          <details>
            <summary>{t('letters.read')}</summary>
            <p className="written-text" lang={letter.language} dir="auto">
              {letter.text}
            </p>
          </details>
        </li>
      ))}
    </ul>
  )
}
