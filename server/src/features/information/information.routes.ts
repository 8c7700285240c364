import { getInformation } from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'

interface Settings {
  readonly version: string
  readonly terms: { readonly takeDays: number; readonly closeDays: number }
}

export const serveInformation = (serve: Serve, { version, terms }: Settings) =>
  serve(getInformation, async () => ({ version, ...terms }))
