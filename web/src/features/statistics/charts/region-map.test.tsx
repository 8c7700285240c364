import italy from '@svg-maps/italy'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RegionMap, shapeOfRegion } from './region-map.tsx'

const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
await loadTexts()
await loadTextsOf('desk')

test('every region of the reference list has its shape, in the shade of its count', () => {
  expect(Object.values(shapeOfRegion).sort()).toEqual(italy.locations.map(({ id }) => id).sort())
  const { container } = render(
    <RegionMap
      regions={[
        { key: '12', label: 'Lazio', count: 10 },
        { key: '2', label: "Valle d'Aosta", count: 1 },
        { key: '13', label: 'Abruzzo', count: 0 },
      ]}
    />,
  )
  const shades = [...container.querySelectorAll('path:has(title)')].map((path) => [
    path.querySelector('title')?.textContent,
    path.classList.value,
  ])
  expect(Object.fromEntries(shades)).toEqual({
    'Lazio: 10': 'chart-region chart-shade-5',
    "Valle d'Aosta: 1": 'chart-region chart-shade-1',
    'Abruzzo: 0': 'chart-region chart-shade-0',
  })
  expect(container.querySelector('figcaption')?.textContent).toBe('Nessuno1–23–45–67–89–10')
})
