import i18next from 'i18next'
import { expect, test } from 'vitest'

const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { fieldText, valueText } = await import('./operator-page.tsx')
await loadTexts()
await loadTextsOf('desk')
const { t } = i18next

test.each([
  ['mail', 'E-mail'],
  ['taxCode', 'Codice fiscale'],
  ['listaRuolo', 'Ruoli'],
  ['boh', 'boh'],
])('the field %s is called %s', (field, text) => expect(fieldText(t, field)).toBe(text))

test.each([
  ['roles', 'ACLOP1|ACLRUP', 'Operatore di I livello, RUP'],
  ['isEnabled', '1', 'Sì'],
  ['isEnabled', '0', 'No'],
  ['enabledAt', '2026-11-20T10:00:00.000Z', '20/11/2026 - 11:00'],
  ['enabledAt', '2026-12-01T00:00:00.000Z', '01/12/2026'],
  ['phone', undefined, 'vuoto'],
  ['lastName', 'Rossi', 'Rossi'],
])('%s %s reads %s', (field, value, text) => expect(valueText(t, field, value)).toBe(text))
