import { paths } from '@portal/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ContactBox } from '#lib/contact-box.tsx'
import { siteHref } from '#lib/page-settings.ts'
import { Button } from '#ui/button.tsx'
import { NavLink } from '#ui/nav-link.tsx'
import { AssistanceForm } from './assistance-form.tsx'

export function AssistancePage() {
  const { t } = useTranslation()
  const [sentWords, setSentWords] = useState<string>()
  if (sentWords !== undefined) return <Sent words={sentWords} onAgain={() => setSentWords(undefined)} />
  return (
    <div className="reading-column">
      <h1>{t('pages.assistance.title')}</h1>
      <p className="lead-text">{t('pages.assistance.intro')}</p>
      <ContactBox />
      <h2>{t('assistanceForm.formTitle')}</h2>
      <AssistanceForm onSent={setSentWords} />
    </div>
  )
}

/** What was sent is told where the form was; whoever listens is taken there. */
function Sent({ words, onAgain }: { words: string; onAgain: () => void }) {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="reading-column">
      <h1 ref={heading} tabIndex={-1}>
        {words}
      </h1>
      <p className="lead-text">{t('assistanceForm.sentText')}</p>
      <ContactBox />
      <p className="cluster">
        <Button variant="secondary" onClick={onAgain}>
          {t('assistanceForm.again')}
        </Button>
        <NavLink href={siteHref(paths.reportIntro)}>{t('report.title')}</NavLink>
      </p>
    </div>
  )
}
