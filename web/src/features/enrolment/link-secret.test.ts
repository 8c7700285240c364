import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useLinkSecret } from './link-secret.ts'

test.each(['#pratica=abc-1', '#pratica=abc-1\u2069', '#pratica=%E2%81%A8abc-1%E2%81%A9'])(
  'the secret of %j is read without the marks of direction that a mail has around its links, and leaves the address',
  (hash) => {
    history.replaceState(null, '', `/x/associazioni/completa${hash}`)
    expect(renderHook(() => useLinkSecret('pratica')).result.current).toBe('abc-1')
    expect(location.hash).toBe('')
  },
)
