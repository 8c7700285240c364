import type { AssociationDenialReason } from '@portal/contract'
import type { TFunction } from 'i18next'
import { office } from '#lib/page/page-settings.ts'

/** Why an applicant or an association may not change its data now, for the reasons that are not its status. */
export const ownDenialTexts = (t: TFunction): Partial<Record<AssociationDenialReason, string>> => ({
  locked: t('problems.verifica_in_corso'),
  check_begun: t('problems.verifica_iniziata', { mail: office.registerMailbox, phone: office.phone }),
})
