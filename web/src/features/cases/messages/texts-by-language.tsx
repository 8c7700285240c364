import { type Language, languages, limits } from '@portal/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Select } from '#ui/field/select.tsx'
import { TextArea } from '#ui/field/text-area.tsx'

export type TextsOf = Readonly<Partial<Record<Language, string>>>
type Written = readonly { readonly language: Language; readonly text: string }[]

export const textsOf = (texts: Written = []): TextsOf =>
  Object.fromEntries(texts.map(({ language, text }) => [language, text]))

/** The texts that have words, in the order of the languages. */
export const writtenIn = (texts: TextsOf) =>
  languages.flatMap((language) => {
    const text = texts[language]
    return text?.trim() ? [{ language, text }] : []
  })

interface Props {
  readonly id: string
  readonly texts: TextsOf
  readonly onChange: (texts: TextsOf) => void
  /** The words of the fields that a text may have. */
  readonly fields: readonly string[]
  readonly error: string | undefined
}

/** A text of the office in several languages, written one language at a time. */
export function TextsByLanguage({ id, texts, onChange, fields, error }: Props) {
  const { t } = useTranslation()
  const [language, setLanguage] = useState<Language>(writtenIn(texts)[0]?.language ?? 'it')
  return (
    <>
      <Select
        id={`${id}-language`}
        label={t('savedReplies.language')}
        value={language}
        onChange={(chosen) => setLanguage(languages.find((one) => one === chosen) ?? 'it')}
        options={languages.map((one) => ({
          value: one,
          label: `${t(`savedReplies.languages.${one}`)}${texts[one]?.trim() ? ' ✓' : ''}`,
        }))}
      />
      <TextArea
        id={`${id}-texts`}
        label={t('savedReplies.fields.texts')}
        hint={t('savedReplies.fieldsHint', { fields: fields.map((word) => `{${word}}`).join(' ') })}
        error={error}
        required
        value={texts[language] ?? ''}
        onChange={(text) => onChange({ ...texts, [language]: text.slice(0, limits.savedReplies.textLength) })}
      />
    </>
  )
}
