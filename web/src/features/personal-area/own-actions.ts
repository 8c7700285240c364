import {
  type AssociationDenialReason,
  type AssociationKey,
  associationFields,
  associationValuesOf,
  formatScreenDate,
  type OwnAssociation,
  startsFrom,
} from '@portal/contract'
import type { TFunction } from 'i18next'
import { ownDenialTexts } from '#features/enrolment/index.ts'
import { readChanges } from '#form/read-only/changes-view.tsx'

/** Whether the office waits for what the association was requested to send. */
export const isSendingDue = ({ status, missingItems }: OwnAssociation): boolean =>
  startsFrom('sendDocuments', status) && missingItems !== undefined

/** Whether the association may request its removal, which it has not requested yet. */
export const isRemovalOffered = ({ status, isRemovalRequested }: OwnAssociation): boolean =>
  startsFrom('askRemoval', status) && !isRemovalRequested

/** The values with the change that waits for the register, so that a further change keeps it. */
export const proposedValuesOf = ({ values, proposal }: OwnAssociation): OwnAssociation['values'] => {
  const { changes, after } = readChanges<OwnAssociation['values'], AssociationKey>(
    associationFields,
    associationValuesOf,
    proposal?.changes ?? [],
  )
  const kept = Object.entries(values).filter(([key]) => !changes.some((change) => change.key === key))
  return { ...Object.fromEntries(kept), ...after }
}

/** Why the association may not edit its data now, in words; undefined where it may. */
export const editDenialText = (t: TFunction, { editDenial }: OwnAssociation): string | undefined =>
  editDenial === null ? undefined : denialText(t, editDenial, t('personalArea.denials.edit'))

/** Why a renewal cannot be requested now, in words, with the days on which it can; undefined where it can. */
export function renewalDenialText(t: TFunction, own: OwnAssociation): string | undefined {
  const { renewalDenial, renewalFrom, renewalTo } = own
  if (renewalDenial === null) return undefined
  if (renewalDenial === 'renewal_shut' && renewalFrom && renewalTo)
    return t('personalArea.denials.window', { from: formatScreenDate(renewalFrom), to: formatScreenDate(renewalTo) })
  return denialText(t, renewalDenial, t('personalArea.denials.renewal'))
}

function denialText(t: TFunction, reason: AssociationDenialReason, statusText: string): string {
  const texts: Partial<Record<AssociationDenialReason, string>> = {
    ...ownDenialTexts(t),
    renewal_shut: t('problems.rinnovo_non_aperto'),
    number_in_use: t('problems.numero_in_uso'),
  }
  return texts[reason] ?? statusText
}
