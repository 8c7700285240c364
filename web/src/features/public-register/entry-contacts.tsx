import type { RegisterEntry } from '@portal/contract'
import { phoneHrefOf } from '#lib/page/page-settings.ts'
import { WebsiteLink } from './website-link.tsx'

type Contacts = Pick<RegisterEntry, 'phone' | 'email' | 'website'>

export const hasContacts = ({ phone, email, website }: Contacts) => Boolean(phone ?? email ?? website)

/** How the public reaches an entry: telephone, e-mail and site, as links. */
export function EntryContacts({ entry }: { readonly entry: Contacts }) {
  const { phone, email, website } = entry
  if (!hasContacts(entry)) return null
  return (
    <ul className="register-contacts">
      {phone && (
        <li>
          <a href={phoneHrefOf(phone)}>
            <bdi dir="ltr">{phone}</bdi>
          </a>
        </li>
      )}
      {email && (
        <li>
          <a href={`mailto:${email}`}>
            <bdi dir="ltr">{email}</bdi>
          </a>
        </li>
      )}
      {website && (
        <li>
          <WebsiteLink website={website} />
        </li>
      )}
    </ul>
  )
}
