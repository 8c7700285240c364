// The pictures of the manual: what each shows, of which page, as which person sees it.

const work = 'gestione/operatore'
const register = 'registro/associazioni'

/** A step that clicks a control, by its role and name. */
const click = (role, name) => (page) =>
  page
    .getByRole(role, { name, exact: typeof name === 'string' })
    .first()
    .click()
const press = (key) => (page) => page.keyboard.press(key)
const wait = (role, name) => (page) => page.getByRole(role, { name }).first().waitFor()
const waitForText = (text) => (page) => page.getByText(text, { exact: true }).first().waitFor()
const openFirst = click('link', /-20\d\d-/)

/** The part that a picture shows, by role and name. */
const part = (role, name) => (page) => page.getByRole(role, { name, exact: typeof name === 'string' }).last()
const main = (page) => page.getByRole('main')

/**
 * `name` is its file; `as` the account; `steps` come before it. `show` is the part that it shows: from its top, at most `height` pixels
 * high, or the last `foot` pixels of the window; from `from` pixels on from the left. `mark` gets a rectangle. Without `viewport` the
 * window is 1280 wide.
 */
// biome-ignore format: a table
export const pictures = [
  { name: 'pagina-iniziale', as: 'operatorOne', path: `${work}/home`, show: main, height: 430, mark: part('link', 'Inizia dal primo') },
  { name: 'filtro', as: 'operatorOne', path: `${work}/casi/lista`, steps: [press('f'), (page) => page.keyboard.type('lav'), wait('option', /Lavoro/)], show: main, height: 470, mark: part('combobox', 'Aggiungi un filtro') },
  { name: 'anteprima', as: 'operatorOne', path: `${work}/casi/lista`, steps: [press('j'), press('p'), waitForText('Nessun messaggio.')], show: main, height: 620 },
  { name: 'assegnare', as: 'manager', path: `${work}/inAttribuzione/lista`, steps: [openFirst, wait('region', 'Azioni sul caso'), press('a'), wait('list', 'Assegna Op. II')], show: main, foot: 490, mark: part('button', 'Assegna') },
  { name: 'barra-azioni', as: 'operatorOne', path: `${work}/mieiCasi/lista`, steps: [openFirst, wait('region', 'Azioni sul caso'), click('button', 'Altre azioni')], show: main, foot: 520, mark: part('button', 'Altre azioni') },
  { name: 'corrispondenza', as: 'operatorTwo', path: `${work}/mieiCasi/lista`, steps: [(page) => page.getByRole('link', { name: /-20\d\d-/ }).nth(1).click(), wait('region', 'Azioni sul caso'), press('r'), wait('textbox', 'Nuovo messaggio')], show: part('tabpanel', 'Corrispondenza'), height: 655, mark: part('button', 'Invia il messaggio') },
  { name: 'richiamo', as: 'operatorTwo', path: `${work}/mieiCasi/lista`, steps: [openFirst, click('tab', 'Corrispondenza'), click('button', 'Aggiungi un richiamo')], show: part('dialog', 'Aggiungi un richiamo') },
  { name: 'nuova-segnalazione', as: 'operatorOne', path: `${work}/casi/nuovaSegnalazione`, show: main, height: 760 },
  { name: 'da-rivedere', as: 'operatorOne', path: `${work}/casi/da-rivedere`, show: main, height: 380, mark: part('columnheader', 'Motivo') },
  { name: 'doppioni', as: 'manager', path: `${work}/doppioni`, steps: [(page) => page.getByRole('rowheader').getByRole('link').first().click(), wait('button', 'Unisci le schede')], show: main, height: 660, mark: part('button', 'Unisci le schede') },
  { name: 'statistiche', as: 'manager', path: `${work}/statistiche`, show: main, height: 600 },
  { name: 'esportare', as: 'manager', path: `${work}/casi/lista`, steps: [click('button', 'Esporta…')], show: part('dialog', "Esporta l'elenco") },
  { name: 'aiuto', as: 'operatorOne', path: `${work}/home`, steps: [click('button', 'Aiuto')], show: (page) => page.locator('body'), from: 560, height: 330, mark: part('button', 'Manuale di questa pagina') },
  { name: 'coda-del-registro', as: 'registerAdmin', path: `${register}/home`, show: main, height: 430, mark: part('link', 'Inizia dal primo') },
  { name: 'verificare-i-documenti', as: 'registerAdmin', path: `${register}/home`, steps: [click('link', 'Inizia dal primo'), wait('button', /Verificato, prossimo/), (page) => page.locator('.pdf-sheet canvas').waitFor()], show: main, height: 640, mark: part('button', /Verificato, prossimo/) },
  { name: 'chiedere-documenti', as: 'registerAdmin', path: `${register}/home`, steps: [click('link', 'Inizia dal primo'), wait('button', /Non conforme/), press('m'), (page) => page.keyboard.type('Manca la firma del presidente.'), click('button', 'Salva e apri il prossimo'), click('button', 'Chiedi documenti')], show: part('dialog', /Chiedere documenti/) },
  { name: 'scheda-di-un-operatore', as: 'manager', path: `${work}/gestioneOperatori/lista`, steps: [click('link', 'Bianchini Elena')], show: main, height: 560, mark: part('region', 'Lavoro e accessi') },
  { name: 'voci-di-una-lista', as: 'manager', path: `${work}/liste/voci?lista=ambito`, show: main, height: 520 },
  { name: 'registro-attivita', as: 'manager', path: `${work}/audit?ruolo=ACLOP1`, show: main, height: 480 },
  { name: 'chiavi-dei-dati', as: 'manager', path: 'batch/start-batch', viewport: { width: 1280, height: 1800 }, show: part('region', 'Cifratura dei dati'), mark: part('checkbox', 'Crea prima una nuova chiave') },
  { name: 'area-personale', as: 'associationMember', path: 'associazione/areaPersonale/home', viewport: { width: 390, height: 844 } },
  { name: 'che-cosa-manca', as: 'associationMember', path: 'associazione/areaPersonale/home', show: main, height: 560, mark: part('button', 'Invia quello che manca') },
  { name: 'cambiare-i-dati', as: 'associationMember', path: 'associazione/areaPersonale/home', steps: [click('button', 'Invia quello che manca'), wait('tab', 'Riepilogo e invio')], show: main, height: 620, mark: part('tablist', 'Parti della domanda') },
]
