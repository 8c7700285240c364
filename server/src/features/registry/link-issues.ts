import { type CaseValues, caseFields, type Issue, type RegistryLinkKey, registryLinks } from '@portal/contract'
import type { Db } from '#platform/database/transaction.ts'
import type { Registry } from './registry.service.ts'

const keys = Object.keys(registryLinks) as RegistryLinkKey[]

/** Faults of the fields of a case that name records of the registry: ids that it does not have. */
export const createLinkIssues =
  ({ known }: Pick<Registry, 'known'>) =>
  async (values: CaseValues, from: Db): Promise<Issue[]> => {
    const issues = keys.map(async (key): Promise<Issue[]> => {
      const id = values[key]
      if (id === undefined || (await known(registryLinks[key], [id], from)).includes(id)) return []
      return [{ path: caseFields[key].wire, message: 'scelta_non_valida' }]
    })
    return (await Promise.all(issues)).flat()
  }
