import {
  access as accessTable,
  accessTo,
  type CaseAction,
  type CaseActionRule,
  can,
  caseActions,
  type Permission,
  type Role,
  roleCodes,
  wordOf,
} from '@portal/contract'
import type { TFunction } from 'i18next'
import type { Column } from '#ui/data-table.tsx'

/** Roles of the office; who acts for an association works elsewhere. */
const officeRoles = (Object.keys(roleCodes) as Role[]).filter((role) => can('office', role))

type ShownRoom = Exclude<Permission, 'office' | 'personalArea'>

/** What some people of the office may enter and others not, as the table of rooms says. */
export const roomRows = (Object.keys(accessTable) as Permission[]).filter(
  (room): room is ShownRoom => room !== 'office' && officeRoles.some((role) => can(room, role)),
)

export const roomColumns = (t: TFunction): Column<ShownRoom>[] => [
  {
    id: 'room',
    header: t('information.room'),
    isRowHeader: true,
    isWrapped: true,
    cell: (room) => t(`information.rooms.${room}`),
  },
  ...officeRoles.map(
    (role): Column<ShownRoom> => ({
      id: role,
      header: t(`roles.${role}`),
      isWrapped: true,
      cell: (room) => t(`information.access.${accessTo(room, role) ?? 'none'}`),
    }),
  ),
]

interface ActionRow {
  readonly name: CaseAction
  readonly rule: CaseActionRule
}

/** The transitions of a case, as their own table says. */
export const actionRows: readonly ActionRow[] = (Object.keys(caseActions) as CaseAction[]).map((name) => ({
  name,
  rule: caseActions[name],
}))

function nameOf(t: TFunction, name: CaseAction): string {
  if (name === 'submit') return t('information.submit')
  return name === 'undo' ? t('information.undo') : t(`caseActions.names.${wordOf(name)}`)
}

const listed = (words: readonly string[]) => (words.length > 0 ? words.join(', ') : '–')

export const actionColumns = (t: TFunction): Column<ActionRow>[] => [
  {
    id: 'action',
    header: t('information.action'),
    isRowHeader: true,
    isWrapped: true,
    cell: ({ name }) => nameOf(t, name),
  },
  {
    id: 'from',
    header: t('information.from'),
    isWrapped: true,
    cell: ({ rule }) => listed(rule.from.map((status) => t(`caseStatuses.${status}`))),
  },
  {
    id: 'by',
    header: t('information.by'),
    isWrapped: true,
    cell: ({ rule }) => (
      <>
        <span>{listed(rule.by.map((role) => t(`roles.${role}`)))}</span>
        {(rule.when ?? []).map((name) => (
          <span key={name} className="cell-note">
            {t(`information.conditions.${name}`)}
          </span>
        ))}
      </>
    ),
  },
  {
    id: 'to',
    header: t('information.to'),
    isWrapped: true,
    cell: ({ rule: { to } }) =>
      to === 'same' || to === 'own_level' || to === 'former' ? t(`information.targets.${to}`) : t(`caseStatuses.${to}`),
  },
  {
    id: 'needs',
    header: t('information.needed'),
    isWrapped: true,
    cell: ({ rule }) => listed(rule.needs.map((need) => t(`information.needs.${need}`))),
  },
]
