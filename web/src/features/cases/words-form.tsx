import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useGo } from '#lib/navigation.ts'
import { Alert } from '#ui/alert.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { FilterForm } from '#ui/filter-form.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { type CaseListSearch, listHref } from './case-list-search.ts'
import { givenWords, rememberWords, type SearchedWords, wordsFaults, wordsFieldNames } from './searched-words.ts'

interface Props {
  readonly search: CaseListSearch
  readonly words: SearchedWords | undefined
  /** Why the list could not be read. */
  readonly error: Error | null
}

const fieldId = (name: string) => `words-${name}`

/** Looks for cases by what people told: names, contacts, words. */
export function WordsForm({ search: { status, wordsId }, words, error }: Props) {
  const { t } = useTranslation()
  const go = useGo()
  const queryClient = useQueryClient()
  const faults = wordsFaults(error)
  const [typed, setTyped] = useTyped(wordsId, words)
  const handleSubmit = () => {
    const given = givenWords(typed)
    go(listHref({ status, wordsId: given && rememberWords(queryClient, given) }))
  }
  const handleReset = () => {
    setTyped({})
    go(listHref({ status }))
  }
  return (
    <>
      <ErrorSummary
        title={t('report.errorTitle')}
        errors={faults.map(({ name, text }) => ({
          fieldId: fieldId(name),
          text: `${t(`cases.words.${name}`)}: ${text}`,
        }))}
        attempt={error}
      />
      {wordsId !== undefined && !words && <Alert kind="info">{t('cases.words.forgotten')}</Alert>}
      <FilterForm
        texts={{ open: t('cases.words.open'), submit: t('desk.search'), reset: t('desk.reset') }}
        isInUse={words !== undefined}
        onSubmit={handleSubmit}
        onReset={handleReset}
      >
        {wordsFieldNames.map((name) => (
          <TextInput
            key={name}
            id={fieldId(name)}
            label={t(`cases.words.${name}`)}
            error={faults.find((fault) => fault.name === name)?.text}
            autoComplete="off"
            maxLength={200}
            dir={name === 'narrative' || name === 'person' ? 'auto' : 'ltr'}
            value={typed[name] ?? ''}
            onChange={(text) => setTyped({ ...typed, [name]: text })}
          />
        ))}
      </FilterForm>
    </>
  )
}

/** What stands in the fields: the words of the address, until somebody types others. */
function useTyped(wordsId: string | undefined, words: SearchedWords = {}) {
  const [typed, setTyped] = useState({ wordsId, words })
  if (typed.wordsId !== wordsId) setTyped({ wordsId, words })
  return [typed.words, (changed: SearchedWords) => setTyped({ wordsId, words: changed })] as const
}
