import { getInformation } from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'

interface Services {
  readonly version: string
  readonly settings: { readonly terms: { readonly takeDays: number; readonly closeDays: number } }
}

export const serveInformation = (serve: Serve, { version, settings }: Services) =>
  serve(getInformation, async () => ({ version, ...settings.terms }))
