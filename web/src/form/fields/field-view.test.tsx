import { reportFields } from '@portal/contract'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, expect, test } from 'vitest'

const { loadTexts } = await import('#lib/i18n/texts.ts')
const { FieldView } = await import('./field-view.tsx')

beforeAll(() => loadTexts('it'))

function Harness({ name }: { readonly name: 'message' | 'firstName' | 'eventDate' }) {
  const [value, setValue] = useState<unknown>('')
  const texts = { id: 'field', label: 'Campo', hint: undefined, error: undefined, required: false }
  return (
    <>
      <FieldView
        {...texts}
        field={reportFields[name]}
        value={value}
        onChange={setValue as never}
        parentValue={undefined}
        autoComplete={undefined}
        removedLabel={undefined}
      />
      <output aria-label="valore">{String(value)}</output>
    </>
  )
}
const value = () => screen.getByLabelText('valore').textContent
const news = /abbiamo tolto caratteri che non si vedono/

test.each(['message', 'firstName'] as const)('a pasted %s loses what nobody sees, and says so', async (name) => {
  render(<Harness name={name} />)
  await userEvent.click(screen.getByLabelText('Campo'))
  await userEvent.paste('L\u0092impiegato')
  expect(value()).toBe('L’impiegato')
  expect(screen.queryByText(news)).toBeNull()
  await userEvent.paste(' di\u0008 Teams')
  expect(value()).toBe('L’impiegato di Teams')
  expect(screen.getByText(news)).toBeDefined()
})

test('a date takes the digits of every script, and a pasted date in words', async () => {
  render(<Harness name="eventDate" />)
  await userEvent.type(screen.getByLabelText('Giorno'), '٠٣')
  await userEvent.type(screen.getByLabelText('Mese'), '۱۱')
  await userEvent.type(screen.getByLabelText('Anno'), '٢٠٢٦')
  expect(value()).toBe('03/11/2026')
  await userEvent.click(screen.getByLabelText('Anno'))
  await userEvent.paste('1 febbraio 1990')
  expect(value()).toBe('01/02/1990')
})
