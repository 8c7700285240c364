import type { DemoPerson } from '@portal/contract'
import { schemes } from '#features/spid/schemes.ts'
import type { Scheme } from '#features/spid/spid.types.ts'
import { escapeHtml, type HtmlPage } from '#platform/http/html-page.ts'
import { textsIn } from '#platform/texts.ts'

const t = textsIn('it')

/** A person with a valid identity and no account in this portal. */
export const stranger = { taxCode: 'SCNSCN80A01H501G', firstName: 'Ugo', lastName: 'Sconosciuto' } as const

/** Answers other than a person's identity: error codes, and a tampered answer. */
export const otherOutcomes = {
  nr19: 'Troppi tentativi con credenziali errate',
  nr20: 'Credenziali di un livello troppo basso',
  nr21: 'Tempo scaduto',
  nr22: 'Consenso negato',
  nr23: 'Identità sospesa o revocata',
  nr25: 'Annulla l’accesso',
  altered: 'Risposta alterata lungo la strada',
} as const
export type OtherOutcome = keyof typeof otherOutcomes

export const isOtherOutcome = (word: unknown): word is OtherOutcome =>
  typeof word === 'string' && Object.hasOwn(otherOutcomes, word)

const style = `
.test{background:#ffb400;color:#17324d;padding:.75rem 1.25rem;text-align:center;font-weight:600}
.people{list-style:none;margin:0;padding:0;display:grid;gap:.75rem}
.people button{width:100%;text-align:left;background:#fff;color:#17324d;border:1px solid #5d7083;padding:.75rem 1rem}
.people button:hover{background:#e6f0fa;border-color:#06c}
.people strong{display:block}
.people span{font-weight:400}
@media (min-width:36rem){.two{grid-template-columns:1fr 1fr}}
`

const frame = (title: string, content: string): HtmlPage => ({
  title: `${title} – Gestore di prova`,
  style,
  body: `<p class="test" role="note">Gestore di prova: non è un vero gestore di identità e nessuna di queste persone esiste.</p>
<main><h1>${escapeHtml(title)}</h1>${content}</main>`,
  formAction: "'self'",
})

const hidden = (name: string, value: string) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`
const choice = (name: string, value: string, head: string, text: string) =>
  `<li><button name="${name}" value="${escapeHtml(value)}"><strong>${escapeHtml(head)}</strong>${text && ` <span>${escapeHtml(text)}</span>`}</button></li>`

function personButton({ taxCode, firstName, lastName, roles, isEnabled }: DemoPerson): string {
  const words = roles.map((role) => t(`roles.${role}`)).join(', ')
  return choice('persona', taxCode, `${firstName} ${lastName}`, isEnabled ? words : `${words} (utenza disabilitata)`)
}

/** The outcomes that providers of a scheme know. */
const outcomesOf = (scheme: Scheme) =>
  Object.entries(otherOutcomes).filter(
    ([word]) => word === 'altered' || schemes[scheme].errorCodes.some((code) => word === `nr${code}`),
  )

/** The page on which the visitor picks a person, without a password. */
export function choicePage(
  people: readonly DemoPerson[],
  request: { id: string; relayState: string },
  scheme: Scheme,
): HtmlPage {
  const { firstName, lastName, taxCode } = stranger
  const hiddenFields = hidden('richiesta', request.id) + hidden('stato', request.relayState)
  return frame(
    'Chi sei?',
    `<p>Scegli con quale persona accedere: la risposta torna al portale come quella di un gestore vero, firmata.</p>
<form method="post" action="risposta">${hiddenFields}
<h2 id="persone">Persone della dimostrazione</h2>
<ul class="people" aria-labelledby="persone">${people.map(personButton).join('')}
${choice('persona', taxCode, `${firstName} ${lastName}`, 'Persona senza accesso al portale')}</ul>
<h2 id="esiti">Altri esiti</h2>
<ul class="people two" aria-labelledby="esiti">${outcomesOf(scheme)
      .map(([word, text]) => choice('esito', word, text, word.startsWith('nr') ? `codice ${word}` : ''))
      .join('')}</ul></form>`,
  )
}

export const refusedPage = (reason: string): HtmlPage =>
  frame(
    'Richiesta rifiutata',
    `<p>La richiesta del portale non è valida e il gestore non risponde.</p><p>Motivo: ${escapeHtml(reason)}</p>`,
  )

/** The provider's page, which can end the session from the provider's side. */
export const sessionPage = (hasSession: boolean): HtmlPage =>
  frame(
    'La tua sessione presso il gestore',
    hasSession
      ? `<p>Hai fatto accesso al portale con questo gestore. Se chiudi la sessione da qui, il gestore avvisa il portale.</p>
<form method="post" action="chiudi"><button>Chiudi la sessione ovunque</button></form>`
      : '<p>Nessuna sessione aperta con questo gestore.</p>',
  )

export const leftPage = (hasLeft: boolean): HtmlPage =>
  frame(
    hasLeft ? 'Uscita completata' : 'Uscita non confermata',
    hasLeft ? '<p>Il portale ha chiuso la tua sessione.</p>' : '<p>Il portale non ha confermato la chiusura.</p>',
  )
