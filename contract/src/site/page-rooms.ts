import { mayEnter, type Role, type Room } from '../session/roles.ts'
import { type PathName, paths } from './paths.ts'

/** The permission that each page for signed-in users needs; `null` where any role may open it. */
const rooms = {
  deskHome: 'cases',
  caseList: 'cases',
  caseDetail: 'cases',
  caseNew: 'newCase',
  caseStart: 'cases',
  toAssignList: 'casesToAssign',
  toAssignDetail: 'casesToAssign',
  toAssignStart: 'casesToAssign',
  myCaseList: 'myCases',
  myCaseListToo: 'myCases',
  myCaseDetailToo: 'myCases',
  myCaseDetail: 'myCases',
  myCaseStart: 'myCases',
  myCaseStartToo: 'myCases',
  outOfRemitList: 'casesOutOfRemit',
  outOfRemitDetail: 'casesOutOfRemit',
  outOfRemitStart: 'casesOutOfRemit',
  suspects: 'cases',
  rightsList: 'cases',
  rightsNew: 'cases',
  rightsDetail: 'cases',
  personDetail: 'cases',
  organisationDetail: 'cases',
  batch: 'administration',
  operatorList: 'administration',
  operatorNew: 'administration',
  operatorNewToo: 'administration',
  operatorDetail: 'administration',
  operatorEdit: 'administration',
  auditLog: 'auditLog',
  mySessions: null,
  agenda: 'cases',
  information: 'office',
  deskAssistance: 'office',
  registerHome: 'register',
  personalArea: 'personalArea',
} as const satisfies Partial<Record<PathName, Room | null>>

const roomByPath = new Map<string, Room | null>(
  Object.entries(rooms).map(([name, room]) => [paths[name as keyof typeof rooms], room]),
)

/** Whether a role may open a page for signed-in users, by its path with or without a query. False for other pages. */
export function mayOpen(address: string, role: Role): boolean {
  const room = roomByPath.get(address.replace(/\/*(?:[?#].*)?$/s, ''))
  return room === null || (room !== undefined && mayEnter(room, role))
}
