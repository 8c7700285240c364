import { useTranslation } from 'react-i18next'
import { office } from '#lib/page/page-settings.ts'

/** The tag of the office and the part of the portal; a telephone has room for the tag alone. */
export function DeskBrand({ isPersonalArea }: { readonly isPersonalArea: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      <span>{office.productTag}</span>
      <span className="desk-brand-part">{` · ${t(isPersonalArea ? 'desk.personalArea' : 'desk.brand')}`}</span>
    </>
  )
}
