import {
  associationStatusIds,
  listRegister,
  paths,
  type RegisterEntry,
  type RegisterFilters,
  registerFilters,
} from '@portal/contract'
import { fromEndpoint } from '#list/from-endpoint.ts'
import type { ListSource } from '#list/list.ts'

/** The public register as a list: its filters, order and page are in the address, so that a search can be shared. */
export const registerList: ListSource<RegisterEntry, RegisterFilters> = {
  ...fromEndpoint(listRegister),
  path: paths.publicRegister,
  filters: {
    name: { kind: 'text', wire: 'denominazione' },
    regions: { kind: 'choices', wire: 'regione', list: 'region' },
    provinces: { kind: 'choices', wire: 'provincia', list: 'province', parent: 'regions' },
    near: { kind: 'choice', wire: 'comune', list: 'city', parent: 'provinces' },
    grounds: { kind: 'choices', wire: 'ground', list: 'ground' },
    subGrounds: { kind: 'choices', wire: 'sottoGround', list: 'sub_ground', parent: 'grounds' },
    statuses: { kind: 'choices', wire: 'stato', names: associationStatusIds },
  },
  schema: registerFilters,
  defaultSort: ({ near }) => ({ column: near === undefined ? 'name' : 'nearness', direction: 'ascending' }),
}
