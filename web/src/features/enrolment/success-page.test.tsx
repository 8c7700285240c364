import { paths } from '@portal/contract'
import { screen } from '@testing-library/react'
import { beforeAll, test } from 'vitest'
import { loadTexts, loadTextsOf } from '#lib/i18n/texts.ts'
import { showPages } from '../../../test/show-page.tsx'
import { storeReceipt } from './enrolment-store.ts'
import { EnrolmentSuccessPage } from './success-page.tsx'

beforeAll(async () => {
  await loadTexts('it')
  await loadTextsOf('enrolment')
})

test('an application that was sent has its number, and the sentence of the specification', async () => {
  const addresses = ['ponti@pec.example', 'ponti@example.it']
  storeReceipt({ requestNumber: 'R-2026-000012', waitsForConfirmation: false, addresses })
  showPages({ [paths.enrolmentSuccess]: EnrolmentSuccessPage }, [paths.enrolmentSuccess])
  await screen.findByText('La tua richiesta di iscrizione è stata inviata correttamente al nostro Contact Center.')
  screen.getByText('R-2026-000012')
  for (const address of addresses) screen.getByText(address)
})
