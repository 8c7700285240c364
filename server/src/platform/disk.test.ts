import { expect, test } from 'vitest'
import { isDiskError } from './disk.ts'

test('a full, over-quota or read-only disk is recognised, also as the cause of another error', () => {
  for (const code of ['ENOSPC', 'EDQUOT', 'EROFS']) {
    const error = Object.assign(new Error('disk'), { code })
    expect(isDiskError(error)).toBe(true)
    expect(isDiskError(new Error('store', { cause: error }))).toBe(true)
  }
  for (const other of [new Error('x'), Object.assign(new Error('x'), { code: 'ENOENT' }), 'ENOSPC', undefined])
    expect(isDiskError(other)).toBe(false)
})
