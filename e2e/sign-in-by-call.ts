import { expect, type Page } from '@playwright/test'
import { homeOf, type Role, roleCodes } from '@portal/contract'
import { officeDefaults } from '../server/src/wiring/office-defaults.ts'

const api = `/${officeDefaults.slug}/api/v1`
const mock = `${api}/mock`

const rolesByCode = new Map<string, Role>((Object.keys(roleCodes) as Role[]).map((role) => [roleCodes[role], role]))

interface Person {
  readonly cf: string
  readonly nome: string
  readonly roles: readonly string[]
}

/**
 * Signs in a demonstration user with a request, whatever page is open; returns the path of their home page. The tours of their
 * roles count as seen, so that none is offered over a page. Sign-in and sign-out release the locks of a user: a journey that holds
 * a lock must use a user whom no other journey signs in.
 */
export async function signInByCall(page: Page, firstName: string): Promise<string> {
  const { result }: { result: readonly Person[] } = await (await page.request.get(mock)).json()
  const person = result.find(({ nome }) => nome === firstName)
  const answer = await page.request.post(mock, { data: { cf: person?.cf } })
  expect(answer.status()).toBe(200)
  const roles = (person?.roles ?? []).flatMap((code) => rolesByCode.get(code) ?? [])
  for (const role of roles) await page.request.post(`${api}/aiuto/visti`, { data: { voce: `giro-${role}` } })
  return (roles[0] && homeOf(roles[0])) ?? '/'
}
