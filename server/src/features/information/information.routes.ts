import { getInformation } from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'

interface Running {
  readonly version: string
  readonly terms: { readonly takeDays: number; readonly closeDays: number }
}

export const serveInformation = (serve: Serve, { version, terms }: Running) =>
  serve(getInformation, async () => ({ version, ...terms }))
