import type { Page } from '@playwright/test'
import { paths } from '@portal/contract'
import { reportOnWire } from '../server/test/make.ts'
import { enterCase, newName, openCase, readCase, statusOf, transitionCase } from './case-desk.ts'
import { countingHand, type Effort, type Hand } from './counting-hand.ts'
import { expect, site, test } from './fixtures.ts'
import { statusName } from './labels.ts'
import { makePdf } from './make-pdf.ts'
import { applyByCall, openAssociation } from './register-desk.ts'
import { sendReport } from './send-report.ts'
import { signInByCall } from './sign-in-by-call.ts'

// What operators do all day, counted in keys and clicks: a screen on which a task takes more than its target fails here.
test.describe.configure({ timeout: 120_000 })

const api = `${site}/api/v1`
const efforts: Record<string, Effort & { readonly target: number }> = {}

/** Notes what a task took, for the table at the end; fails if keys and clicks together are more than the target. */
function isWithin(task: string, { effort }: Hand, target: number) {
  const { keys, clicks } = effort
  efforts[task] = { ...effort, target }
  test.info().annotations.push({ type: task, description: `${keys} keys, ${clicks} clicks; target ${target}` })
  expect(keys + clicks, `${task}: ${keys} keys and ${clicks} clicks`).toBeLessThanOrEqual(target)
}

test.afterAll(() => {
  // biome-ignore lint/suspicious/noConsole: the table is the result that readers look for
  console.table(efforts)
})

const newPhone = () => String(Math.floor(Math.random() * 1e7)).padStart(7, '0')
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const action = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Azioni sul caso' }).getByRole('button', { name, exact: true })
const openId = (page: Page) => Number(new URL(page.url()).searchParams.get('id'))

/** Opens a case and waits until it is there: keys that are pressed before do nothing. */
async function openRecord(page: Page, id: number) {
  await openCase(page, id)
  await expect(action(page, 'Altre azioni')).toBeVisible()
}

test('from a call to its case', async ({ page, portal }) => {
  await portal.signIn('Sara')
  const hand = countingHand(page)
  const lastName = `De ${newName(6)}`
  await hand.press('n')
  await expect(page.getByLabel(/^Profilo/)).toBeFocused()
  await hand.type('Te')
  await hand.press('Tab', 'Tab')
  await hand.type(lastName)
  await hand.press('Tab')
  await hand.type('María')
  await hand.press('Tab')
  await hand.type('3331234567')
  await hand.press('Tab', 'Tab', 'Tab')
  await hand.type('sera')
  await hand.press('Tab', 'Tab')
  await hand.type('Sp')
  await hand.press('Tab', 'Tab')
  await hand.typeStory(
    "Chiama per sua sorella: in agenzia le hanno detto che l'appartamento non si affitta a stranieri, poi lo hanno dato ad altri.",
  )
  await hand.press('Tab')
  await hand.type('3/11')
  await hand.press('Tab')
  await hand.type('Latina')
  await expect(page.getByRole('option', { name: /^Latina \(LT\)/ })).toBeVisible()
  await hand.press('Enter', 'Control+s')
  await expect(title(page)).toHaveText('Dettaglio richiesta')
  expect(await readCase(page, openId(page))).toMatchObject({
    id_canale: 1,
    id_lingua: 4,
    orari_chiamata: 'sera',
    personaFisica: { nome: 'María', cognome: lastName, anagrafica: { recapito_pri: '3331234567' } },
    luogo: { id_regione: 12, id_citta: expect.any(Number) },
  })
  isWithin('from a call to its case', hand, 58)
})

test('a caller who is known is taken over by a key', async ({ page, portal }) => {
  await portal.signIn('Sara')
  const phone = `333${newPhone()}`
  const lastName = newName(8)
  const anagrafica = { recapito_pri: phone }
  await enterCase(page, { personaFisica: { nome: 'Inés', cognome: lastName, anagrafica }, orari_chiamata: 'mattina' })
  const hand = countingHand(page)
  await hand.press('n')
  await expect(page.getByLabel(/^Profilo/)).toBeFocused()
  await hand.type('Te')
  await hand.press('Tab', 'Tab', 'Tab', 'Tab')
  await hand.type(phone)
  await expect(page.getByRole('button', { name: /^Usa i dati/ })).toBeVisible()
  await hand.press('F2')
  await expect(page.getByLabel('Cognome', { exact: true })).toHaveValue(lastName)
  await expect(page.getByLabel('Quando si può chiamare')).toHaveValue('mattina')
  isWithin('take over a known caller', hand, 18)
})

test('a case is taken and classified', async ({ page }) => {
  await signInByCall(page, 'Sara')
  const id = await enterCase(page, { flag_presa_in_carico: 0 })
  await openRecord(page, id)

  await test.step('taken', async () => {
    const hand = countingHand(page)
    await hand.press('t')
    await expect(statusOf(page)).toHaveText(statusName('inWorkOne'))
    isWithin('take a case', hand, 1)
  })

  const isStored = (values: Record<string, unknown>) => expect.poll(() => readCase(page, id)).toMatchObject(values)
  await test.step('what an assignment needs: relevance and ground', async () => {
    const hand = countingHand(page)
    await hand.press('c')
    await hand.type('P')
    await hand.press('Tab', 'Tab')
    await hand.type('R')
    await isStored({ id_pertinenza: 1, listaSegnalazioneGround: [{ id_ground: expect.any(Number) }] })
    isWithin('classify a case: relevance and ground', hand, 6)
  })

  await test.step('field, another ground, mode: the key leads to the first that is missing', async () => {
    const hand = countingHand(page)
    await openRecord(page, id)
    await hand.press('c')
    await hand.type('L')
    await hand.press('Tab')
    await hand.type('E')
    await hand.press('Tab')
    await hand.type('M')
    await isStored({ id_ambito: 2, listaSegnalazioneGround: [{ id_ground: 4 }], id_modalita_discriminazione: 3 })
    isWithin('classify a case: field, ground and mode', hand, 6)
  })
})

test('a reply with a saved text and a file', async ({ page }) => {
  const reported = await sendReport(page.request, reportOnWire())
  const id = (await reported.json()).result.id_segnalazione as number
  await signInByCall(page, 'Sara')
  await transitionCase(page, id, { azione: 'prendi_in_carico' })
  const name = `Ricevuta ${newName(6)}`
  const data = {
    nome: name,
    flag_condiviso: 0,
    flag_ritirato: 0,
    testi: [{ lingua: 'it', testo: `Abbiamo ricevuto {codice}: ${name}.` }],
  }
  expect((await page.request.post(`${api}/segnalazioni/testi-salvati`, { data })).status()).toBe(200)
  await openRecord(page, id)
  const hand = countingHand(page)
  await hand.press('r')
  await expect(page.getByRole('textbox', { name: /^Nuovo messaggio/ })).toBeFocused()
  await hand.press('/')
  await expect(page.getByRole('option', { name: new RegExp(name) })).toHaveAttribute('aria-selected', 'true')
  await hand.press('Enter')
  const file = { name: 'parere.pdf', mimeType: 'application/pdf', buffer: makePdf(name, name) }
  await hand.chooseFile(page.getByRole('button', { name: 'Scegli i file' }), file)
  await expect(page.getByText('Il file è stato accettato', { exact: true })).toBeVisible()
  await hand.press('Control+Enter')
  const sent = page.getByRole('listitem').filter({ hasText: `: ${name}.` })
  await expect(sent).toContainText('parere.pdf')
  isWithin('reply with a saved text and a file', hand, 6)
})

test('twelve cases are assigned at once', async ({ page }) => {
  await signInByCall(page, 'Giulia')
  const minors = 1000 + Math.floor(Math.random() * 8999)
  const entry = {
    flag_presa_in_carico: 0,
    num_persone_minorenni: minors,
    responsabileDiscriminazione: { flagCoinvolgimentoMinori: 1 },
  }
  const ids: number[] = []
  for (let count = 0; count < 12; count += 1) ids.push(await enterCase(page, entry))
  await page.goto(`${site}${paths.caseList}?num_persone_minorenni=${minors}`)
  await expect(page.getByRole('status').filter({ hasText: 'di 12' })).toBeVisible()
  const hand = countingHand(page)
  const boxes = page.getByRole('table').getByRole('checkbox')
  await hand.click(page.getByLabel('Righe per pagina'))
  await hand.type('2')
  await hand.press('Enter')
  await expect(boxes).toHaveCount(13)
  await hand.click(boxes.nth(1))
  await hand.click(boxes.nth(12), 'Shift')
  await hand.click(page.getByRole('button', { name: /^Assegna/ }))
  await expect(page.getByRole('option', { name: /^Greco Sara/ })).toBeAttached()
  await hand.press('Tab', 'Tab', 'Tab')
  await hand.type('Gr')
  await hand.press('Control+Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  for (const id of ids) expect(await readCase(page, id)).toMatchObject({ id_stato: 3 })
  isWithin('assign 12 cases, with the choice of 25 rows', hand, 16)
})

test('requests to the register', async ({ page, portal }) => {
  const name = `Casa ${newName(6)}`
  await applyByCall(page, `Prima ${newName(6)}`)
  const id = await applyByCall(page, name)

  await test.step('the next request of the queue', async () => {
    await portal.signIn('Paola')
    await page.getByRole('link', { name: 'Inizia dal primo' }).click()
    await expect(page.getByRole('link', { name: 'Avanti' })).toBeVisible()
    const first = openId(page)
    const hand = countingHand(page)
    await hand.press(']')
    await expect(page).not.toHaveURL(new RegExp(`id=${first}(&|$)`))
    await expect(title(page)).toHaveText('Dettaglio richiesta')
    isWithin('open the next request of the register', hand, 1)
  })

  await test.step('its documents: the key opens them, then verifies one after the other', async () => {
    await openAssociation(page, id, name)
    const hand = countingHand(page)
    await hand.press('v')
    for (let verified = 0; verified < 7; verified += 1) {
      await expect(page.getByText(`${verified} di 7 verificati`)).toBeVisible()
      await hand.press('v')
    }
    await expect(page.getByText('7 di 7 verificati')).toBeVisible()
    isWithin('verify seven documents', hand, 8)
  })
})

test('a list is filtered by four values', async ({ page }) => {
  await signInByCall(page, 'Sara')
  const open = async () => {
    await page.goto(`${site}${paths.caseList}`)
    await expect(page.getByRole('table')).toBeVisible()
  }
  const isFiltered = async () => {
    for (const words of [/statoSegnalazione=1/, /ground=1/, /in_ritardo=1/, /canale=1/])
      await expect(page).toHaveURL(words)
  }

  await test.step('by keys', async () => {
    await open()
    const hand = countingHand(page)
    const box = page.getByRole('combobox', { name: 'Aggiungi un filtro' })
    await hand.press('f')
    for (const [words, name] of [
      ['ape', 'Stato: Aperto'],
      ['etn', 'Ground: Etnico-razziale'],
      ['in ri', 'In ritardo'],
      ['num', 'Canale: Numero verde'],
    ] as const) {
      await hand.type(words)
      const offer = await page.getByRole('option', { name, exact: true }).getAttribute('id')
      await expect(box).toHaveAttribute('aria-activedescendant', offer ?? '')
      await hand.press('Enter')
    }
    await isFiltered()
    isWithin('filter by four values, by keys', hand, 20)
  })

  await test.step('by clicks', async () => {
    await open()
    const hand = countingHand(page)
    await hand.click(page.getByRole('combobox', { name: 'Aggiungi un filtro' }))
    for (const name of ['Stato', 'Stato: Aperto', 'Ground', 'Ground: Etnico-razziale', 'In ritardo'])
      await hand.click(page.getByRole('option', { name, exact: true }))
    for (const name of ['Canale', 'Canale: Numero verde'])
      await hand.click(page.getByRole('option', { name, exact: true }))
    await isFiltered()
    isWithin('filter by four values, by clicks', hand, 9)
  })
})

test('a case is found by name', async ({ page }) => {
  await signInByCall(page, 'Sara')
  const lastName = newName(5)
  const id = await enterCase(page, { personaFisica: { nome: 'Ada', cognome: lastName } })
  await page.goto(`${site}${paths.caseList}`)
  await expect(page.getByRole('table')).toBeVisible()
  const hand = countingHand(page)
  await hand.press('Control+k')
  await expect(page.getByRole('combobox', { name: /^Codice, numero/ })).toBeFocused()
  await hand.type(lastName)
  await hand.press('Enter')
  await expect(title(page)).toHaveText('Dettaglio richiesta')
  expect(openId(page)).toBe(id)
  isWithin('find a case by a name of five letters', hand, 7)
})

test('a macro fills what proposing and closing ask for', async ({ page }) => {
  await signInByCall(page, 'Giulia')
  const data = { nome: `zz${newName(6)}`, id_esito_finale: 1, id_azioni_svolte: 1 }
  expect((await page.request.post(`${api}/segnalazioni/modelli-chiusura`, { data })).status()).toBe(200)
  const fill = async (hand: Hand, name: string) => {
    await hand.click(action(page, name))
    await expect(page.getByRole('option', { name: data.nome })).toBeAttached()
    await hand.press('Tab', 'Tab')
    await hand.type('zz')
    await hand.press('Control+Enter')
  }

  await test.step('its operator proposes to close a case', async () => {
    await signInByCall(page, 'Sara')
    const id = await enterCase(page)
    await openRecord(page, id)
    const hand = countingHand(page)
    await fill(hand, 'Proponi chiusura')
    await expect
      .poll(() => readCase(page, id))
      .toMatchObject({ id_esito_finale: 1, azioni: { rimanda: expect.anything() } })
    isWithin('propose to close a case with a macro', hand, 6)
  })

  await test.step('RUP closes one', async () => {
    await signInByCall(page, 'Giulia')
    const id = await enterCase(page, { flag_presa_in_carico: 0 })
    await transitionCase(page, id, { azione: 'invia_in_attribuzione', id_pertinenza: 1, id_ground: 1 })
    await openRecord(page, id)
    const hand = countingHand(page)
    await fill(hand, 'Chiudi')
    await expect(statusOf(page)).toHaveText(statusName('closed'))
    isWithin('close a case with a macro', hand, 6)
  })
})
