import { act, fireEvent, screen } from '@testing-library/react'
import { expect, vi } from 'vitest'

export const envelope = (result: unknown) => JSON.stringify({ success: true, result, errorCode: null })

/** A file on its way, until it is answered. */
export class Sending {
  readonly upload: { onprogress?: unknown; onload?: () => void } = {}
  onload?: () => void
  status = 0
  responseText = ''
  url = ''
  open(_method: string, url: string) {
    this.url = url
  }
  setRequestHeader() {}
  getResponseHeader() {
    return null
  }
  abort() {}
  send() {
    underWay.push(this)
  }
}

let underWay: Sending[] = []

/** For tests: uploads wait here for their response, and deleted files are recorded. */
export function stubSending() {
  vi.stubGlobal('XMLHttpRequest', Sending)
  // jsdom has files whose bytes Node cannot reckon with.
  Object.defineProperty(crypto, 'subtle', { value: undefined, configurable: true })
  const takenBack = vi.fn((_url: string, _body: Blob) => true)
  Object.defineProperty(navigator, 'sendBeacon', { value: takenBack, configurable: true })
  return {
    takenBack,
    bodyOf: (call: number): Promise<unknown> | undefined => takenBack.mock.calls[call]?.[1].text().then(JSON.parse),
    clear() {
      underWay = []
      takenBack.mockClear()
    },
  }
}

/** Chooses a file, and waits until it is on its way. */
export async function choose(name: string): Promise<Sending> {
  const before = underWay.length
  await screen.findByRole('button', { name: 'Scegli i file' })
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no place for files')
  fireEvent.change(input, { target: { files: [new File([name], name)] } })
  await vi.waitFor(() => expect(underWay.length).toBe(before + 1))
  return underWay[before] as Sending
}

/** Pastes a file into a control, and waits until it is on its way. */
export async function paste(control: HTMLElement, name: string): Promise<Sending> {
  const before = underWay.length
  fireEvent.paste(control, { clipboardData: { files: [new File([name], name)], types: ['Files'] } })
  await vi.waitFor(() => expect(underWay.length).toBe(before + 1))
  return underWay[before] as Sending
}

export const answer = (sending: Sending, result: object) =>
  act(async () => {
    Object.assign(sending, { status: 200, responseText: envelope(result) })
    sending.onload?.()
  })

export const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`

/** What the server says of a file that may stay. */
export const passed = (number: number, name: string) => ({
  codice: 'SUCCESS_ANTIVIRUS',
  allegato: { cmis_id: idOf(number), nomeFile: name, estensione: 'pdf', dimensione: 4, impronta_sha256: name },
})
