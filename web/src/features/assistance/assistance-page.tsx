import { type AssistanceDraft, paths } from '@portal/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ContactBox } from '#lib/page/contact-box.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { Button } from '#ui/button.tsx'
import type { Elements } from '#ui/elements.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { AssistanceForm } from './assistance-form.tsx'

const nothingKnown: AssistanceDraft = {}

export function AssistancePage() {
  const { t } = useTranslation()
  return (
    <AssistanceRequest
      intro={t('pages.assistance.intro')}
      known={nothingKnown}
      onward={<NavLink href={siteHref(paths.reportIntro)}>{t('report.title')}</NavLink>}
    />
  )
}

interface Props {
  readonly intro: string
  readonly known: AssistanceDraft
  /** Link shown after a request was sent. */
  readonly onward: Elements
}

/** Whom to call, and the form to write by. */
export function AssistanceRequest({ intro, known, onward }: Props) {
  const { t } = useTranslation()
  const [sentWords, setSentWords] = useState<string>()
  if (sentWords !== undefined) return <Sent words={sentWords} onward={onward} onAgain={() => setSentWords(undefined)} />
  return (
    <div className="reading-column">
      <h1>{t('pages.assistance.title')}</h1>
      <p className="lead-text">{intro}</p>
      <ContactBox />
      <h2>{t('assistanceForm.formTitle')}</h2>
      <AssistanceForm known={known} onSent={setSentWords} />
    </div>
  )
}

interface SentProps extends Pick<Props, 'onward'> {
  readonly words: string
  readonly onAgain: () => void
}

/** The confirmation in place of the form; it gets the focus. */
function Sent({ words, onward, onAgain }: SentProps) {
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
        {onward}
      </p>
    </div>
  )
}
