import { type CaseValues, caseFields, type FieldError, type RegistryLinkKey, registryLinks } from '@portal/contract'
import type { Db } from '#platform/database/transaction.ts'
import type { Registry } from './registry.service.ts'

const keys = Object.keys(registryLinks) as RegistryLinkKey[]

/** Creates the validation of a case's links to the registry: it returns an error for each id without a record. */
export const createLinkErrors =
  ({ existing }: Pick<Registry, 'existing'>) =>
  async (values: CaseValues, from: Db): Promise<FieldError[]> => {
    const fieldErrors = keys.map(async (key): Promise<FieldError[]> => {
      const id = values[key]
      if (id === undefined || (await existing(registryLinks[key], [id], from)).includes(id)) return []
      return [{ path: caseFields[key].wire, message: 'scelta_non_valida' }]
    })
    return (await Promise.all(fieldErrors)).flat()
  }
