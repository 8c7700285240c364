import { cleanText } from '@portal/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Takes up what is typed or pasted without characters that nobody sees and nobody can keep, and says so. */
export function useCleanTyping(onChange: (value: string) => void) {
  const { t } = useTranslation()
  const [hasRemoved, setRemoved] = useState(false)
  const handleChange = (value: string) => {
    const { text, removed } = cleanText(value)
    if (removed > 0) setRemoved(true)
    onChange(text)
  }
  const news = (
    <p className="field-news" role="status">
      {hasRemoved && t('report.invisibleRemoved')}
    </p>
  )
  return { handleChange, news }
}
