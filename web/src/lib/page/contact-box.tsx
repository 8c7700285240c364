import { type AvailabilityWords, availabilityAt, contactTimesIn, wordsOf } from '@portal/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '#ui/icon.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { serverNow } from '../server-time.ts'
import { office, phoneHref } from './page-settings.ts'

/** The contact centre: its number, whether somebody answers now, and what to do when nobody does. */
export function ContactBox() {
  const { t, i18n } = useTranslation()
  return (
    <Panel title={t('contactBox.title')}>
      <p>
        <a href={phoneHref} className="contact-number">
          <Icon name="it-telephone" />
          <span className="visually-hidden">{`${t('contactBox.free')}: `}</span>
          <bdi dir="ltr">{office.phone}</bdi>
        </a>
      </p>
      <ContactState />
      <p>{t('contactCentre.hours', contactTimesIn(i18n.language))}</p>
      <p>{t('contactBox.outside')}</p>
    </Panel>
  )
}

/** One line whatever it says: nothing moves when it is known. */
function ContactState() {
  const { t, i18n } = useTranslation()
  const words = useContactState(i18n.language)
  const { key, ...values } = words ?? {}
  const isOpen = key === 'open'
  return (
    <p className={isOpen ? 'contact-state contact-state-open' : 'contact-state'}>
      {key && (
        <>
          <Icon name={isOpen ? 'it-check-circle' : 'it-clock'} />
          <span>{t(`contactCentre.${key}`, values)}</span>
        </>
      )}
    </p>
  )
}

const minuteMs = 60_000

/** The current time, updated each minute. Undefined in prerendered pages. */
function useThisMinute(): Date | undefined {
  const [now, setNow] = useState<Date>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const tell = () => {
      setNow(serverNow())
      timer = setTimeout(tell, minuteMs - (Date.now() % minuteMs))
    }
    tell()
    return () => clearTimeout(timer)
  }, [])
  return now
}

/** The words for the state of the contact centre. */
function useContactState(language: string): AvailabilityWords | undefined {
  const now = useThisMinute()
  return now && wordsOf(availabilityAt(now), now, language)
}
