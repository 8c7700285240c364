import { expect, test } from 'vitest'
import { isDiskFault } from './disk.ts'

test('a full, over-quota or read-only disk is recognised, also as the cause of another error', () => {
  for (const code of ['ENOSPC', 'EDQUOT', 'EROFS']) {
    const fault = Object.assign(new Error('disk'), { code })
    expect(isDiskFault(fault)).toBe(true)
    expect(isDiskFault(new Error('store', { cause: fault }))).toBe(true)
  }
  for (const other of [new Error('x'), Object.assign(new Error('x'), { code: 'ENOENT' }), 'ENOSPC', undefined])
    expect(isDiskFault(other)).toBe(false)
})
