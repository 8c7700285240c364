import { type CaseValues, caseFields, type Issue, type RegistryLinkKey, registryLinks } from '@portal/contract'
import type { Db } from '#platform/database/transaction.ts'
import type { Registry } from './registry.service.ts'

const keys = Object.keys(registryLinks) as RegistryLinkKey[]

/** Creates the validation of a case's links to the registry: it returns an error for each id without a record. */
export const createLinkIssues =
  ({ existing }: Pick<Registry, 'existing'>) =>
  async (values: CaseValues, from: Db): Promise<Issue[]> => {
    const issues = keys.map(async (key): Promise<Issue[]> => {
      const id = values[key]
      if (id === undefined || (await existing(registryLinks[key], [id], from)).includes(id)) return []
      return [{ path: caseFields[key].wire, message: 'scelta_non_valida' }]
    })
    return (await Promise.all(issues)).flat()
  }
