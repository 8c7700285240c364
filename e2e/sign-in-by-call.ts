import { expect, type Page } from '@playwright/test'
import { homeOf, type Role, roleCodes } from '@portal/contract'
import { officeDefaults } from '../server/src/wiring/office-defaults.ts'

const mock = `/${officeDefaults.slug}/api/v1/mock`

interface Person {
  readonly cf: string
  readonly nome: string
  readonly roles: readonly string[]
}

/**
 * Signs in a demonstration user with a request, whatever page is open; returns the path of their home page. Sign-in and
 * sign-out release the locks of a user: a journey that holds a lock must use a user whom no other journey signs in.
 */
export async function signInByCall(page: Page, firstName: string): Promise<string> {
  const { result }: { result: readonly Person[] } = await (await page.request.get(mock)).json()
  const person = result.find(({ nome }) => nome === firstName)
  const answer = await page.request.post(mock, { data: { cf: person?.cf } })
  expect(answer.status()).toBe(200)
  const isFirst = (role: string) => roleCodes[role as Role] === person?.roles[0]
  return homeOf(Object.keys(roleCodes).find(isFirst) as Role) ?? '/'
}
