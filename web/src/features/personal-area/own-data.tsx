import { type AssociationValues, documentKeys, type FileRef, type OwnAssociation } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { FieldText, FieldTexts } from '#form/read-only/field-text.tsx'
import { isEmpty } from '#form/read-only/form-display.ts'
import { FormSections } from '#form/read-only/form-sections.tsx'
import { associationDisplay } from '#record/association-display.ts'
import { PreviewedFiles } from '#record/file-list.tsx'
import { Panel } from '#ui/layout/panel.tsx'

interface Props {
  readonly own: OwnAssociation
}

const display: typeof associationDisplay = {
  ...associationDisplay,
  exceptions: {
    contacts: { render: (contacts: Contacts) => <ContactList contacts={contacts} /> },
  },
}

const documentDisplay: typeof associationDisplay = {
  ...associationDisplay,
  exceptions: Object.fromEntries(
    documentKeys.map((key) => [key, { render: (files: readonly FileRef[]) => <PreviewedFiles files={files} /> }]),
  ),
}

/** The documents that the office has, by type, to be read or saved; a type without files is absent. */
export function OwnDocuments({ own: { values } }: Props) {
  const { t } = useTranslation()
  return (
    <FormSections<AssociationValues>
      display={documentDisplay}
      values={values}
      stepIds={['documents']}
      by="step"
      level={3}
      hidesEmpty
      empty={<p>{t('personalArea.noDocuments')}</p>}
    />
  )
}

const channelKeys = ['email', 'contactEmail', 'pec', 'phone', 'otherPhone', 'thirdPhone', 'website'] as const

/** The contacts and the channels of the association. */
export function OwnContacts({ own: { values } }: Props) {
  const { t } = useTranslation()
  return (
    <Panel title={t('registerTabs.contacts')} level={3}>
      {!isEmpty(values.contacts) && <FieldText display={display} values={values} name="contacts" />}
      <FieldTexts display={display} values={values} names={channelKeys} hidesEmpty />
    </Panel>
  )
}

type Contacts = NonNullable<AssociationValues['contacts']>

const ContactList = ({ contacts }: { contacts: Contacts }) => (
  <ul className="plain-list">
    {contacts.map(({ firstName, lastName, taxCode, email, phone }) => (
      <li key={taxCode} className="own-contact">
        <strong>
          <bdi>{[firstName, lastName].filter(Boolean).join(' ')}</bdi>
        </strong>
        <br />
        <bdi dir="ltr">{[email, phone].filter(Boolean).join(' · ')}</bdi>
      </li>
    ))}
  </ul>
)
