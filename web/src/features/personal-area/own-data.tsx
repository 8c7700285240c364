import { documentKeys, type OwnAssociation } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { associationDisplay } from '#form/association-display.ts'
import { FieldTexts } from '#form/read-only/field-text.tsx'
import { Panel } from '#ui/layout/panel.tsx'

interface Props {
  readonly own: OwnAssociation
}

/** The documents that the office has, by type; a type without files is absent. */
export function OwnDocuments({ own: { values } }: Props) {
  const { t } = useTranslation()
  const sent = documentKeys.filter((key) => (values[key]?.length ?? 0) > 0)
  return (
    <Panel title={t('registerTabs.documents')} level={3}>
      {sent.length === 0 ? (
        <p>{t('personalArea.noDocuments')}</p>
      ) : (
        <FieldTexts display={associationDisplay} names={sent} values={values} />
      )}
    </Panel>
  )
}

const channelKeys = ['email', 'contactEmail', 'pec', 'phone', 'otherPhone', 'thirdPhone', 'website'] as const

/** The contacts and the channels of the association. */
export function OwnContacts({ own: { values } }: Props) {
  const { t } = useTranslation()
  const { contacts = [] } = values
  const channels = channelKeys.filter((key) => values[key] !== undefined)
  return (
    <Panel title={t('registerTabs.contacts')} level={3}>
      {contacts.length > 0 && (
        <ul className="plain-list">
          {contacts.map(({ firstName, lastName, taxCode, email, phone }) => (
            <li key={taxCode} className="own-contact">
              <strong>
                <bdi>
                  {firstName} {lastName}
                </bdi>
              </strong>
              <br />
              <bdi dir="ltr">{[email, phone].filter(Boolean).join(' · ')}</bdi>
            </li>
          ))}
        </ul>
      )}
      <FieldTexts display={associationDisplay} names={channels} values={values} />
    </Panel>
  )
}
