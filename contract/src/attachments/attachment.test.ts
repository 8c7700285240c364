import { expect, test } from 'vitest'
import ar from '../texts/ar.json' with { type: 'json' }
import en from '../texts/en.json' with { type: 'json' }
import es from '../texts/es.json' with { type: 'json' }
import fr from '../texts/fr.json' with { type: 'json' }
import it from '../texts/it.json' with { type: 'json' }
import ur from '../texts/ur.json' with { type: 'json' }
import { scanCodes } from './attachment.ts'

test.each(Object.entries({ it, en, fr, es, ar, ur }))(
  'every outcome of a scan has its sentence in %s',
  (_language, texts) => {
    expect(Object.keys(texts.antivirus).sort()).toEqual([...scanCodes].sort())
    for (const sentence of Object.values(texts.antivirus)) expect(sentence.length).toBeGreaterThan(5)
  },
)

test('an accepted file has the sentence of the specification', () => {
  expect(it.antivirus.SUCCESS_ANTIVIRUS).toBe('Il file ha passato il controllo antivirus')
})
