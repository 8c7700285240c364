import type { IdentityProviderChoice } from '@portal/contract'
import { useTranslation } from 'react-i18next'

/** Says who may sign in by these providers, where that is not everybody who has an account. */
export function AudienceNote({ providers }: { readonly providers: readonly IdentityProviderChoice[] }) {
  const { t } = useTranslation()
  const [audience, ...others] = new Set(providers.flatMap(({ offeredTo }) => offeredTo))
  if (audience === undefined || others.length > 0) return null
  return (
    <p>
      <strong>{t(`login.only.${audience}`)}</strong>
    </p>
  )
}
