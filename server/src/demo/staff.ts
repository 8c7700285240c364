import type { Role } from '@portal/contract'

interface Member {
  readonly taxCode: string
  readonly role: Extract<Role, 'manager' | 'operatorOne' | 'operatorTwo'>
  /** Set for an account that `npm run demo` adds; the others exist in every demonstration installation. */
  readonly account?: { readonly firstName: string; readonly lastName: string; readonly mail: string }
}

/** The staff of the demonstration. */
// biome-ignore format: a table
export const staff = {
  ferri:     { taxCode: 'FRRGLI70A41H501U', role: 'manager' },
  conti:     { taxCode: 'CNTMRC68B02F205B', role: 'manager' },
  rossetti:  { taxCode: 'RSSLCU85C03H501A', role: 'operatorOne' },
  greco:     { taxCode: 'GRCSRA90D44F839W', role: 'operatorOne' },
  bianchini: { taxCode: 'BNCLNE79E45L219N', role: 'operatorTwo' },
  marini:    { taxCode: 'MRNDVD82H06D612S', role: 'operatorTwo' },
  vitali:    { taxCode: 'VTLNDR73S11L736T', role: 'operatorTwo' },
  basile:    { taxCode: 'BSLRNI86D52A944N', role: 'operatorOne', account: { firstName: 'Irene', lastName: 'Basile',   mail: 'irene.basile@demo.example' } },
  esposito:  { taxCode: 'SPSPLA81P14F839J', role: 'operatorTwo', account: { firstName: 'Paolo', lastName: 'Esposito', mail: 'paolo.esposito@demo.example' } },
} as const satisfies Record<string, Member>

export type StaffKey = keyof typeof staff

/** The people of the register; they have accounts in every demonstration installation. */
const registerStaff = {
  lombardi: { taxCode: 'LMBCHR75L47A944D', role: 'registerAdmin' },
  galli: { taxCode: 'GLLPLA88M48C351B', role: 'registerOperator' },
} as const

/** The staff that the demonstration signs in. */
export const officePeople = { ...staff, ...registerStaff }
export type PersonKey = keyof typeof officePeople
export const staffKeys = Object.keys(staff) as StaffKey[]

/** The accounts that the demonstration adds. */
export const newAccounts = (Object.values(staff) as Member[]).flatMap(({ account, ...member }) =>
  account ? [{ ...member, ...account }] : [],
)
