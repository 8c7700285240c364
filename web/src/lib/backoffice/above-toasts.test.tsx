import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { notify } from '../page/notices.ts'
import { useAboveToasts } from './above-toasts.ts'

afterEach(cleanup)

function Head({ bottom }: { readonly bottom: number }) {
  const ref = useAboveToasts<HTMLDivElement>()
  const measure = (element: HTMLDivElement | null) => {
    ref.current = element
    if (element) element.getBoundingClientRect = () => ({ bottom }) as DOMRect
  }
  return <div ref={measure} />
}

const below = () => document.documentElement.style.getPropertyValue('--toasts-below')

test.each([
  [180, '180px'],
  [500, '0px'],
  [-40, '0px'],
])('with the bottom of a head at %i px a toast stands below %s, until the head is gone', (bottom, expected) => {
  const { unmount } = render(<Head bottom={bottom} />)
  act(() => notify({ kind: 'success' }))
  expect(below()).toBe(expected)
  unmount()
  expect(below()).toBe('')
})
