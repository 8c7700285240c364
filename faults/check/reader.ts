import { createHash } from 'node:crypto'
import { type Client, cookieOf } from '../client.ts'
import { people } from '../load/acting.ts'

export interface Entry {
  readonly motivo?: string
  readonly campi_modificati: readonly { readonly dopo?: unknown }[]
}

export type Reader = Awaited<ReturnType<typeof createReader>>

/** Reads as people of the office do, each record once. */
export async function createReader(client: Client) {
  const signIn = async (cf: string) => ({ cookie: cookieOf(await client.call('POST', '/v1/mock', { body: { cf } })) })
  const [manager, registerAdmin] = [await signIn(people.manager), await signIn(people.registerAdmin)]

  /** A record; undefined where there is none. */
  async function find(path: string, headers = manager) {
    const reply = await client.call('GET', path, { headers })
    if (reply.status === 404) return undefined
    if (reply.status !== 200) throw new Error(`The checker cannot read ${path}: ${reply.status}.`)
    return Buffer.isBuffer(reply.body) ? reply.body : reply.body.result
  }

  async function allMessages(id: number): Promise<readonly { readonly testo: string }[]> {
    const messages: { id_messaggio: number; testo: string }[] = []
    for (let before = ''; ; before = `?prima_di=${messages[0]?.id_messaggio}`) {
      const page = await find(`/v1/segnalazioni/messaggi/${id}${before}`)
      if (!page) return messages
      messages.unshift(...page.messaggi)
      if (!page.flag_precedenti) return messages
    }
  }

  async function allEntries(id: number): Promise<readonly Entry[]> {
    const entries: Entry[] = []
    for (let from = 1; ; from += 100) {
      const page = await find(`/v1/segnalazioni/iter/${id}?da=${from}&a=${from + 99}`)
      if (!page) return entries
      entries.push(...page.listaView)
      if (entries.length >= page.count) return entries
    }
  }

  return {
    codeOf: async (id: number): Promise<string | undefined> => (await find(`/v1/segnalazioni/dettaglio/${id}`))?.codice,
    messages: once(allMessages),
    entries: once(allEntries),
    /** SHA-256 of a file, in hexadecimal; undefined where it cannot be read. */
    async digestOf(id: string): Promise<string | undefined> {
      const bytes = await find(`/v1/segnalazioni/allegato/${id}`)
      return bytes && createHash('sha256').update(bytes).digest('hex')
    },
    /** How many people of the registry have this surname. */
    async peopleNamed(surname: string): Promise<number> {
      const body = { filtri: { parole: surname } }
      const reply = await client.call('POST', '/v1/anagrafica/persone-fisiche-light', { body, headers: manager })
      return reply.body.result.listaView.length
    },
    /** The request of an association by its VAT number. */
    association: (number: string) => find(`/v1/associazioni/dettaglio/iscrizione/${number}`, registerAdmin),
    async chainErrors(): Promise<string[]> {
      const { integro, primo_guasto } = await find('/v1/audit/verifica')
      return integro ? [] : [`audit chain: ${JSON.stringify(primo_guasto)}`]
    },
  }
}

function once<T>(read: (id: number) => Promise<T>) {
  const known = new Map<number, Promise<T>>()
  return (id: number): Promise<T> => {
    const reading = known.get(id) ?? read(id)
    known.set(id, reading)
    return reading
  }
}
