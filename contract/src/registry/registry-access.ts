import { access, type Role, rolesOf } from '../session/roles.ts'

/**
 * Whether a role writes the registry, and reads its people: roles that work on cases do; the administrator of the register only reads
 * legal persons (decisions §2).
 */
export const mayWriteRegistry = (role: Role): boolean => access.registry[role] === 'write'

export const registryWriters: readonly Role[] = rolesOf('registry').filter(mayWriteRegistry)
