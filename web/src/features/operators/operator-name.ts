import { type OperatorRow, paths, type Role } from '@portal/contract'
import type { TFunction } from 'i18next'
import { siteHref } from '#lib/page/page-settings.ts'

export const nameOf = ({ lastName, firstName }: Pick<OperatorRow, 'lastName' | 'firstName'>) =>
  `${lastName} ${firstName}`

/** 'RUP, Operatore di I livello': the one selected at sign-in first. */
export const rolesText = (t: TFunction, roles: readonly Role[]) =>
  roles.map((role) => t(`roles.${role}`)).join(', ') || '–'

export const operatorHref = (id: number) => siteHref(paths.operatorDetail, { id })

export const operatorListHref = () => siteHref(paths.operatorList)
