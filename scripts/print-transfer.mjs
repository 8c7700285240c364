import { tsImport } from 'tsx/esm/api'
import { jsonLines } from './print-openapi.mjs'

const { schemaOf, schemaOfRecord } = await tsImport('../server/src/features/site/openapi.ts', import.meta.url)
const { transferFiles, transferFormat, transferKinds, transferManifest } = await tsImport(
  '../contract/src/transfer/transfer-kinds.ts',
  import.meta.url,
)

/** The format in which an office moves in and out, as JSON Schema: the manifest, and a line of each file. */
export const transferSchemaText = () => {
  const lineOf = ({ head, form }) => ({
    ...(form ? schemaOfRecord({ head, form }) : schemaOf(head)),
    additionalProperties: false,
  })
  const files = Object.entries(transferKinds).map(([kind, declared]) => [
    `${transferFiles[kind]}.jsonl`,
    lineOf(declared),
  ])
  const $defs = { 'manifesto.json': schemaOf(transferManifest), ...Object.fromEntries(files) }
  return `${jsonLines({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...transferFormat, $defs })}\n`
}
