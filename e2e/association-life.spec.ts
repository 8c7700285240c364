import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { checklistOf, documentKeys, documentTypes, paths } from '@portal/contract'
import { actualTexts } from '../server/test/pdf-texts.ts'
import { confirm, fillReason } from './case-desk.ts'
import {
  answerCaptcha,
  attachDocuments,
  begin,
  choose,
  field,
  fillInApplication,
  fillInIdentity,
  fillInRest,
  isOpen,
  newNumber,
  registerFields,
  sendApplication,
  tab,
} from './enrolment-form.ts'
import { expect, site, untilDrawn } from './fixtures.ts'
import {
  changeConcurrently,
  checkDocuments,
  fillDecree,
  findAction,
  isSaid,
  openAssociation,
  openRequest,
  pressAction,
} from './register-desk.ts'
import { signInByCall } from './sign-in-by-call.ts'
import { test } from './through-years.ts'
import { goOn } from './wizard.ts'

const name = 'Casa delle Lingue'
const laterName = 'Torre delle Lingue'
const email = 'casa@example.it'
/** A demonstration account that was disabled. */
const disabledTaxCode = 'RZZFNC77R10G273M'
const contact = {
  firstName: 'Amina',
  lastName: 'Diallo',
  taxCode: 'DLLMNA91P49Z330K',
  email: 'amina.diallo@demo.example',
}
/** The documents that a renewal needs. */
const renewed = documentKeys.filter((key) => checklistOf('approveRenewal').includes(documentTypes[key]))

const heading = (page: Page, title: string | RegExp) =>
  expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()

test('the life of an association, from its application to the next one', async ({ page, browser, portal, years }) => {
  test.setTimeout(300_000)
  const number = newNumber()
  const other = await (await browser.newContext()).newPage()
  const own = page.getByRole('region', { name, exact: true })
  const open = async (path: string) => {
    await page.context().clearCookies()
    await portal.open(path)
  }
  const staff = async (firstName: string, id: number, title = name) => {
    await signInByCall(page, firstName)
    await openAssociation(page, id, title)
  }
  const search = async (text: string) => {
    await open(`${paths.publicRegister}?filtri=`)
    await page.getByRole('searchbox', { name: 'Nome' }).fill(text)
    await page.getByLabel("Stato dell'iscrizione").selectOption({ label: 'Tutti, anche scaduti e cancellati' })
    await page.getByRole('button', { name: 'Cerca', exact: true }).click()
  }

  await test.step('an application is saved for later, and continued on another device by the link of the mail', async () => {
    await other.goto(`${site}${paths.enrolment}`)
    await untilDrawn(other)
    await begin(other)
    await fillInIdentity(other, { name, number })
    await tab(other, 'Documenti').click()
    await attachDocuments(other, ['deed'])
    await other.getByRole('button', { name: 'Salva e continua dopo' }).click()
    const dialog = other.getByRole('dialog', { name: 'Salva e continua dopo' })
    await dialog.getByLabel(/^E-mail a cui mandare il link/).fill(email)
    await answerCaptcha(dialog)
    await dialog.getByRole('button', { name: 'Salva e mandami il link' }).click()
    await expect(other.getByText('La domanda è salvata')).toBeVisible()
    await page.goto(await years.linkTo(email, 'lasciata a metà'))
    await expect(page.getByText('Abbiamo ripreso la domanda salvata')).toBeVisible()
    await expect(field(page, 'Denominazione *')).toHaveValue(name)
    await tab(page, 'Documenti').click()
    await expect(page.getByRole('button', { name: /^Elimina ?: deed.pdf$/ })).toBeVisible()
    await portal.isAccessible()
    await portal.picture('life-continued')
    await tab(page, 'Dati anagrafici').click()
  })

  await test.step('it is sent with its seven documents', async () => {
    await fillInRest(page, { email, contact, documents: documentKeys.filter((key) => key !== 'deed') })
    await sendApplication(page)
    await heading(page, 'Domanda inviata')
    await expect(page.getByText(email, { exact: true })).toBeVisible()
    await years.mailTo(email, 'abbiamo ricevuto la richiesta di Casa delle Lingue')
  })

  await test.step('its applicant corrects it by the link of the receipt, without typing anything again', async () => {
    await page.goto(await years.linkTo(email, 'abbiamo ricevuto la richiesta di Casa delle Lingue'))
    await heading(page, 'Correggi la domanda')
    await portal.isAccessible()
    await page.getByLabel(/^Numero iscritti/).fill('124')
    await goOn(page)
    await isOpen(page, 'Legale rappresentante')
    await page.getByRole('button', { name: 'Nulla è cambiato, avanti' }).click()
    await isOpen(page, 'Attività')
    await portal.picture('life-correction')
    await tab(page, 'Riepilogo e invio').click()
    await page.getByRole('button', { name: 'Invia le correzioni' }).click()
    await heading(page, 'Domanda corretta')
    await portal.isAccessible()
  })

  await test.step('a stranger who knows its number cannot replace it: the first applicant is asked, and refuses', async () => {
    await page.goto(`${site}${paths.enrolment}`)
    await untilDrawn(page)
    await begin(page)
    await fillInIdentity(page, { name: 'Casa di un estraneo', number })
    await page.getByRole('checkbox', { name: 'Voglio continuare e sostituire la richiesta precedente' }).check()
    await fillInRest(page, { email: 'estraneo@example.it', contact })
    await sendApplication(page)
    await heading(page, 'Domanda ricevuta, in attesa di una risposta')
    await portal.isAccessible()
    await portal.picture('life-stranger')
    await page.goto(await years.linkTo(email, 'potrebbe sostituirla'))
    await heading(page, "Un'altra domanda per lo stesso numero")
    await portal.isAccessible()
    await portal.picture('life-replacement')
    await page.getByRole('button', { name: 'Rifiuto: la mia richiesta resta' }).click()
    await heading(page, "La tua richiesta resta com'è")
  })

  let id = 0
  await test.step('the register sees the request, checks the documents and asks for the one that is wrong', async () => {
    await portal.signIn('Paola')
    await expect(page.getByRole('link', { name: 'Nuove richieste 1 richiesta tocca a te' })).toBeVisible()
    id = await openRequest(page, name)
    await checkDocuments(
      page,
      documentKeys.filter((key) => key !== 'budget'),
      '6 di 7 verificati',
    )
    await portal.isAccessible()
    await portal.picture('life-checklist')
    await pressAction(page, 'Chiedi documenti')
    await confirm(page, "Chiedere documenti all'associazione", 'Invia la richiesta', async (dialog) => {
      const text = dialog.getByRole('textbox', { name: /^Che cosa manca/ })
      await expect(text).toHaveValue(/Bilancio annuale/)
      await text.fill('Il bilancio è del 2009.')
      await portal.isAccessible()
    })
    await isSaid(page, 'Richiesta di documenti inviata')
  })

  await test.step('the register corrects the text of its request, and the applicant gets another letter', async () => {
    await pressAction(page, 'Correggi la richiesta di documenti')
    await confirm(page, 'Correggere la richiesta di documenti', 'Invia la richiesta corretta', async (dialog) => {
      const text = dialog.getByRole('textbox', { name: /^Che cosa manca/ })
      await expect(text).toHaveValue('Il bilancio è del 2009.')
      await text.fill("Il bilancio è del 2019: serve l'ultimo approvato.")
    })
    await isSaid(page, 'Richiesta di documenti corretta e inviata')
  })

  await test.step('the office keeps its correspondence beside the documents', async () => {
    await page.getByRole('tab', { name: /^Documenti/ }).click()
    await choose(page, 'File da aggiungere', 'telefonata.pdf')
    await expect(page.getByText('Il file è stato accettato', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Aggiungi alla corrispondenza' }).click()
    await isSaid(page, '1 file aggiunto')
    await expect(page.getByRole('link', { name: 'telefonata.pdf' })).toBeVisible()
  })

  await test.step('the applicant replaces the document, by a link that works once', async () => {
    const link = await years.linkTo(email, "serve l'ultimo approvato")
    await page.context().clearCookies()
    await page.goto(link)
    await expect(page.getByText("serve l'ultimo approvato")).toBeVisible()
    await tab(page, 'Documenti').click()
    await page.getByRole('button', { name: /^Elimina ?: budget.pdf$/ }).click()
    await confirm(page, 'Vuoi eliminare il file', 'Elimina')
    await choose(page, registerFields.budget, 'bilancio.pdf')
    await expect(page.getByText('Il file è stato accettato', { exact: true })).toBeVisible()
    await portal.isAccessible()
    await portal.picture('life-completion')
    await tab(page, 'Riepilogo e invio').click()
    await page.getByRole('button', { name: 'Invia le modifiche' }).click()
    await heading(page, 'Domanda completata')
    await portal.isAccessible()
    await page.goto('about:blank')
    await page.goto(link)
    await expect(page.getByText('Il link non è valido: forse è già stato usato')).toBeVisible()
  })

  await test.step('two people of the register edit it: the second chooses between the two versions', async () => {
    await staff('Chiara', id)
    await page.getByRole('button', { name: 'Modifica', exact: true }).click()
    await page.getByRole('tab', { name: 'Dati anagrafici' }).click()
    await page.getByLabel(/^Numero iscritti/).fill('121')
    // The lock of the first ends when they sign in elsewhere.
    await signInByCall(other, 'Chiara')
    await signInByCall(other, 'Paola')
    await changeConcurrently(other, id, { numero_iscritti: 130 })
    await page.getByRole('button', { name: 'Salva', exact: true }).click()
    const merge = page.getByRole('region', { name: "L'associazione è cambiata mentre scrivevi" })
    await expect(merge).toContainText('È cambiato in entrambe le versioni')
    await portal.isAccessible()
    await portal.picture('life-merge')
    await merge.getByRole('radio', { name: /^Tieni quella salvata/ }).check()
    await merge.getByRole('button', { name: 'Salva con queste scelte' }).click()
    await expect(merge).toBeHidden()
  })

  await test.step('the whole association is downloaded as a PDF', async () => {
    const download = page.waitForEvent('download')
    await pressAction(page, 'Download (PDF)')
    expect((await download).suggestedFilename()).toBe(`${id}.pdf`)
    const texts = actualTexts(readFileSync(await (await download).path()))
    expect(texts).toEqual(expect.arrayContaining(['Dati anagrafici', 'Documenti', 'Storico']))
  })

  await test.step('it is approved, and signed with a decree', async () => {
    await checkDocuments(page, ['budget'], '7 di 7 verificati')
    await pressAction(page, 'Approva')
    await confirm(page, 'Approvare la richiesta?', 'Approva')
    await isSaid(page, 'Richiesta approvata: ora è in firma')
    await staff('Giulia', id)
    await pressAction(page, 'Firma')
    await confirm(page, "Firmare l'iscrizione", 'Firma', fillDecree('41/2026', years.now()))
    await isSaid(page, 'Associazione iscritta')
    await portal.isAccessible()
    await portal.picture('life-enrolled')
    await years.mailTo(email, 'UNAR-ASS-')
  })

  let code = ''
  const invitation = page.getByRole('listitem').filter({ hasText: `${name} ti ha indicato come referente.` })

  await test.step('its contact declines by mistake, and the register invites her again', async () => {
    await signInByCall(page, contact.firstName)
    await portal.open(paths.personalArea)
    await portal.isAccessible()
    await portal.picture('life-invitation')
    await invitation.getByRole('button', { name: 'Rifiuta' }).click()
    await isSaid(page, 'Incarico rifiutato')
    await expect(own).toHaveCount(0)
    await signInByCall(page, 'Chiara')
    await changeConcurrently(page, id, { numero_iscritti: 140 })
  })

  await test.step('its contact enters with SPID, and takes the certificate', async () => {
    await open(`${paths.login}?ritorno=${encodeURIComponent(paths.personalArea)}`)
    await page.getByRole('button', { name: 'Entra con SPID' }).click()
    await page.getByRole('link', { name: /Gestore di prova/ }).click()
    await page.getByRole('button', { name: /Amina Diallo/ }).click()
    await heading(page, 'Buon lavoro, Amina')
    await invitation.getByRole('button', { name: 'Accetta' }).click()
    await expect(own).toContainText("L'associazione è iscritta al registro.")
    await expect(own.getByRole('list').filter({ hasText: 'Richiesta approvata' })).toContainText('Documenti inviati')
    await expect(own).not.toContainText('telefonata.pdf')
    await portal.isAccessible()
    await portal.picture('life-personal-area')
    await own.getByRole('button', { name: /^Anteprima.*deed\.pdf/ }).click()
    const preview = page.getByRole('dialog', { name: 'Anteprima del file' })
    await expect(preview.getByText('Pagina 1 di 2')).toBeVisible()
    await preview.getByRole('button', { name: 'Chiudi' }).click()
    const download = page.waitForEvent('download')
    await own.getByRole('button', { name: 'Scarica il certificato' }).click()
    const text = actualTexts(readFileSync(await (await download).path())).join(' ')
    code = /codice di verifica è (\S+)\./.exec(text)?.[1] ?? ''
    await expect(own.getByRole('button', { name: 'Chiedi il rinnovo' })).toHaveAccessibleDescription(
      /Il rinnovo si può chiedere dal/,
    )
  })

  await test.step('a contact who cannot be enabled is refused, and nothing is saved', async () => {
    await own.getByRole('button', { name: 'Modifica dati e referenti' }).click()
    await heading(page, 'Modifica dei dati')
    await tab(page, 'Referenti').click()
    await page.getByRole('button', { name: 'Aggiungi un referente' }).click()
    const second = page.getByRole('group', { name: 'Referente 2' })
    await field(second, 'Nome *').fill('Franco')
    await field(second, 'Cognome *').fill('Rizzi')
    await field(second, 'Codice fiscale *').fill(disabledTaxCode)
    await field(second, 'E-mail *').fill('franco@example.it')
    await tab(page, 'Riepilogo e invio').click()
    await page.getByRole('button', { name: 'Salva le modifiche' }).click()
    await expect(
      page.getByRole('alert').filter({ hasText: "Errore durante l'abilitazione dei referenti" }),
    ).toBeVisible()
    await portal.isAccessible()
    await portal.picture('life-contact-refused')
  })

  await test.step('everybody finds it in the public register, and verifies its certificate', async () => {
    await open(`${paths.certificateCheck}?codice=${code}`)
    await expect(page.getByText('Il certificato è valido')).toBeVisible()
    await expect(page.getByRole('main')).toContainText(name)
    await portal.isAccessible()
    await portal.picture('life-certificate')
    await search('lingue')
    await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('Iscrizione valida')
    await portal.isAccessible()
    await portal.picture('life-register')
    await page.getByRole('link', { name, exact: true }).click()
    await heading(page, name)
    await expect(page.getByRole('link', { name: '061234567' })).toHaveAttribute('href', 'tel:061234567')
  })

  await test.step('its contact changes its name: until the register decides, all show that of the decree', async () => {
    await signInByCall(page, 'Amina')
    await portal.open(paths.personalArea)
    await own.getByRole('button', { name: 'Modifica dati e referenti' }).click()
    await field(page, 'Denominazione *').fill('Casa senza Decreto')
    await tab(page, 'Riepilogo e invio').click()
    await page.getByRole('button', { name: 'Salva le modifiche' }).click()
    await expect(own).toContainText('Modifica in attesa di verifica')
    await portal.isAccessible()
    await portal.picture('life-proposal-own')
    await search('decreto')
    await expect(page.getByRole('listitem').filter({ hasText: 'Casa senza Decreto' })).toHaveCount(0)
    await open(`${paths.certificateCheck}?codice=${code}`)
    await expect(page.getByText('Il certificato è valido')).toBeVisible()
    await expect(page.getByRole('main')).toContainText(name)
    await staff('Chiara', id)
    await expect(page.getByRole('main')).toContainText('È proposta una modifica di dati del decreto')
    await expect(page.getByRole('main')).toContainText('Casa senza Decreto')
    await portal.isAccessible()
    await portal.picture('life-proposal-desk')
    await pressAction(page, 'Non accettare la modifica')
    await confirm(page, 'Non accettare la modifica proposta', 'Non accettare', fillReason('Manca il verbale.'))
    await isSaid(page, 'Modifica non accettata')
    await years.mailTo(email, 'Manca il verbale.')
  })

  await test.step('it proposes another seat, which the register accepts', async () => {
    await signInByCall(page, 'Amina')
    await portal.open(paths.personalArea)
    await own.getByRole('button', { name: 'Modifica dati e referenti' }).click()
    await field(page, 'Indirizzo della sede *').fill('Via del Corso, 7')
    await tab(page, 'Riepilogo e invio').click()
    await page.getByRole('button', { name: 'Salva le modifiche' }).click()
    await expect(own).toContainText('Modifica in attesa di verifica')
    await staff('Chiara', id)
    await pressAction(page, 'Accetta la modifica')
    await confirm(page, 'Accettare la modifica proposta?', 'Accetta')
    await isSaid(page, 'Modifica accettata: il registro è aggiornato')
    await expect(page.getByRole('main')).toContainText('Via del Corso, 7')
    await portal.picture('life-proposal-accepted')
    await years.mailTo(email, 'certificato')
  })

  await test.step('RUP corrects the number of the decree, and its certificate follows', async () => {
    await staff('Giulia', id)
    await pressAction(page, 'Correggi il decreto')
    await confirm(page, 'Correggere il decreto', 'Correggi', async (dialog) => {
      await fillDecree('14/2026', years.now())(dialog)
      await fillReason('Il numero era scambiato.')(dialog)
    })
    await isSaid(page, 'Decreto corretto')
    await portal.picture('life-decree-corrected')
    await signInByCall(page, 'Amina')
    await portal.open(paths.personalArea)
    const download = page.waitForEvent('download')
    await own.getByRole('button', { name: 'Scarica il certificato' }).click()
    expect(actualTexts(readFileSync(await (await download).path())).join(' ')).toContain('14/2026')
  })

  await test.step('it asks to be removed, RUP sees how long that may wait, and it changes its mind', async () => {
    await signInByCall(page, 'Amina')
    await portal.open(paths.personalArea)
    await own.getByRole('button', { name: 'Chiedi la cancellazione…' }).click()
    await confirm(page, 'Chiedere la cancellazione?', 'Chiedi la cancellazione', fillReason('Ci sciogliamo.'))
    await expect(own).toContainText("Hai chiesto la cancellazione dal registro: l'ufficio decide entro il")
    await signInByCall(page, 'Giulia')
    await page.goto(`${site}${paths.deskHome}?scheda=registro`)
    await expect(page.getByRole('tabpanel')).toContainText('Decidi la cancellazione')
    await portal.picture('life-removal-home')
    await openAssociation(page, id, name)
    await expect(page.getByRole('main')).toContainText("L'associazione ha chiesto la cancellazione")
    await portal.picture('life-removal-desk')
    await signInByCall(page, 'Amina')
    await portal.open(paths.personalArea)
    await own.getByRole('button', { name: 'Ritira la richiesta di cancellazione' }).click()
    await isSaid(page, 'La richiesta di cancellazione è ritirata')
  })

  await test.step('shortly before its expiry the contact asks for the renewal', async () => {
    await years.advance(page, 330)
    await years.runNight()
    await years.mailTo(email, 'Per rinnovarla')
    await signInByCall(page, 'Amina')
    await portal.open(paths.personalArea)
    await own.getByRole('button', { name: 'Chiedi il rinnovo' }).click()
    await tab(page, 'Documenti').click()
    await attachDocuments(page, renewed)
    await portal.picture('life-renewal')
    await tab(page, 'Riepilogo e invio').click()
    await page.getByRole('button', { name: 'Chiedi il rinnovo' }).click()
    await isSaid(page, 'La richiesta di rinnovo è stata inviata con successo')
    await expect(own).toContainText('Abbiamo ricevuto la richiesta di rinnovo.')
  })

  await test.step('the renewal is approved and signed', async () => {
    await staff('Chiara', id)
    await checkDocuments(page, renewed, '5 di 5 verificati')
    await pressAction(page, 'Approva il rinnovo')
    await confirm(page, 'Approvare il rinnovo?', 'Approva')
    await isSaid(page, 'Rinnovo approvato: ora è in firma')
    await staff('Giulia', id)
    await pressAction(page, 'Firma il rinnovo')
    await confirm(page, 'Firmare il rinnovo', 'Firma', fillDecree('7/2027', years.now()))
    await isSaid(page, 'Rinnovo firmato')
    await years.mailTo(email, 'è rinnovata fino al')
  })

  await test.step('past the new expiry the night ends the enrolment, and the public register says so', async () => {
    await years.advance(page, 405)
    await years.runNight()
    await years.mailTo(email, 'è scaduta il')
    await search('lingue')
    await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('Iscrizione scaduta')
    await open(`${paths.certificateCheck}?codice=${code}`)
    await expect(page.getByText('Il certificato non è più valido')).toBeVisible()
    await signInByCall(page, 'Amina')
    await portal.open(paths.personalArea)
    await expect(own).toContainText("L'iscrizione è scaduta")
    await portal.picture('life-expired')
  })

  await test.step('RUP removes it from the register', async () => {
    await staff('Giulia', id)
    await pressAction(page, 'Cancella dal registro…')
    await confirm(page, "Cancellare l'associazione dal registro?", 'Cancella', fillReason('Sciolta.'))
    await isSaid(page, 'Associazione cancellata dal registro')
    await search('lingue')
    await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('Iscrizione cancellata')
    await page.getByRole('link', { name, exact: true }).click()
    await heading(page, name)
    for (const step of ['Iscrizione al registro', 'Rinnovo', 'Scadenza', 'Cancellazione'])
      await expect(page.getByRole('list').filter({ hasText: 'Cancellazione' })).toContainText(step)
    await portal.isAccessible()
    await portal.picture('life-entry')
  })

  await test.step('a new application with its number waits until the link of a mail confirms it', async () => {
    await open(paths.enrolment)
    await begin(page)
    await fillInApplication(page, { name: laterName, number, email, contact })
    await sendApplication(page)
    await heading(page, 'Manca ancora un passo')
    await portal.isAccessible()
    await page.goto(await years.linkTo(email, 'abbiamo ricevuto una nuova domanda di iscrizione'))
    await heading(page, 'Conferma la domanda')
    await portal.isAccessible()
    await page.getByRole('button', { name: 'Conferma la domanda' }).click()
    await heading(page, 'Domanda inviata')
  })

  await test.step('it is rejected, ten days after the notice of rejection', async () => {
    await signInByCall(page, 'Chiara')
    const laterId = await openRequest(page, laterName)
    await pressAction(page, 'Proponi il rigetto')
    await confirm(
      page,
      'Proporre il rigetto',
      'Invia il preavviso',
      fillReason('Lo statuto non prevede la lotta alle discriminazioni.'),
    )
    await isSaid(page, 'Preavviso di rigetto inviato')
    await years.mailTo(email, 'Hai dieci giorni')
    await staff('Giulia', laterId, laterName)
    await expect(await findAction(page, 'Respingi')).toHaveAccessibleDescription(
      'Non sono ancora passati 10 giorni dal preavviso di rigetto',
    )
    await years.advance(page, 11)
    await staff('Giulia', laterId, laterName)
    await portal.picture('life-warned')
    await pressAction(page, 'Respingi')
    await confirm(
      page,
      'Respingere la richiesta?',
      'Respingi',
      fillReason('Lo statuto non prevede la lotta alle discriminazioni.'),
    )
    await isSaid(page, 'Richiesta respinta')
    await years.mailTo(email, 'è respinta per questi motivi')
    await open(`${paths.publicRegisterEntry}?id=${laterId}`)
    await expect(page.getByText("Nel registro non c'è una scheda a questo indirizzo.")).toBeVisible()
    await search('lingue')
    await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible()
    await expect(page.getByText(laterName)).toHaveCount(0)
  })
})
