import { mayBeMoved, type PlainDate } from '@portal/contract'
import { useTranslation } from 'react-i18next'

/** Beside the end of a term of the register: that a free day moves it, where one lies before the end. */
export function TermNote({ end }: { readonly end: PlainDate }) {
  const { t } = useTranslation()
  return mayBeMoved(end, 'italian') && <span>{t('site.termNote')}</span>
}
