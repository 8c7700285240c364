import { paths } from '@portal/contract'
import { configure, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answerCalls } from '../../../../test/answer-calls.ts'
import { withActionsIn } from '../../../../test/case-actions.ts'
import { caseInWork } from '../../../../test/cases-on-wire.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'

const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { bundleQuery } = await import('#form/choices.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { CasePage } = await import('./case-page.tsx')
await loadTexts()
await loadTextsOf('desk')
configure({ asyncUtilTimeout: 10_000 })

const phone = '+393331234567'
const base = {
  ...caseInWork,
  id_segnalante: 3,
  personaFisica: { anagrafica: { recapito_pri: phone } },
}

async function openCase(wishes: object) {
  answerCalls(({ path }) => {
    if (path.endsWith('/dettaglio/5')) return withActionsIn({ result: { ...base, ...wishes } }, 'manager')
    if (path.endsWith('/iter/5')) return { result: { listaView: [], count: 0, da: 1, a: 10 } }
    return { status: 404, result: {} }
  })
  const known = queryClientWith([
    [currentUserQuery.queryKey, { id: 7, selectedRole: 'manager' }],
    [bundleQuery().queryKey, { reporter_type: [{ id: 3, label: 'Testimone' }] }],
  ])
  showPages({ [paths.caseDetail]: CasePage }, [`${paths.caseDetail}?id=5`], known)
  return screen.findByRole('complementary', { name: 'In breve' })
}

test('the telephone of the reporter is a link in every tab, with what they said about calls', async () => {
  const summary = await openCase({ orari_chiamata: 'dopo le 14', flag_parlare_solo_con_me: 1 })
  expect(within(summary).getByRole('link', { name: phone }).getAttribute('href')).toBe(`tel:${phone}`)
  expect(within(summary).getByText('dopo le 14')).toBeTruthy()
  expect(within(summary).getByText('Parla solo con chi segnala')).toBeTruthy()
})

test('no telephone is a link once the reporter forbids calls', async () => {
  const summary = await openCase({ flag_non_chiamare: 1 })
  expect(within(summary).getByText('Non chiamare')).toBeTruthy()
  await userEvent.click(screen.getByRole('tab', { name: 'Persone' }))
  expect(await screen.findByText(phone)).toBeTruthy()
  expect(document.querySelector('a[href^="tel:"]')).toBeNull()
})

test('an accommodation that is asked for stands beside every tab, with what is asked for', async () => {
  const accomodamento = { interprete: 'wolof', flag_lingua_segni: 1, flag_luogo_accessibile: 0 }
  const summary = await openCase({ flag_accomodamento: 1, accomodamento })
  expect(within(summary).getByText('Accomodamento richiesto')).toBeTruthy()
  expect(within(summary).getByText('Lingua dei segni')).toBeTruthy()
  expect(within(summary).getByText('wolof')).toBeTruthy()
  expect(within(summary).queryByText('Luogo accessibile, senza barriere')).toBeNull()
})

test('an accommodation of which nothing is known says so', async () => {
  const summary = await openCase({ flag_accomodamento: 1 })
  expect(within(summary).getByText('Non è indicato quale: chiedilo al primo contatto.')).toBeTruthy()
})
