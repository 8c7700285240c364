import {
  type Allow,
  api,
  appErrors,
  type Endpoint,
  type FieldKind,
  type Form,
  type Office,
  plainDate,
  type RecordParts,
  recordPartsOf,
  referenceLists,
  roleCodes,
  usesOf,
  wireNames,
} from '@portal/contract'
import * as z from 'zod/mini'

type JsonSchema = Record<string, unknown>

/** JSON Schema by kind of field. */
// biome-ignore format: a table
const schemaOfKind: Record<FieldKind, JsonSchema> = {
  text:      { type: 'string' },
  longText:  { type: 'string' },
  email:     { type: 'string', format: 'email' },
  phone:     { type: 'string', pattern: '^\\+?[0-9]{1,15}$' },
  vatNumber: { type: 'string', pattern: '^[0-9]{11}$' },
  organisationNumber: { type: 'string', description: 'a VAT number of 11 digits, or a tax code of 16 characters' },
  taxCode:   { type: 'string', description: 'a tax code of 16 characters, or a provisional one of 11 digits' },
  date:      { type: 'string', description: 'ISO 8601, midnight UTC' },
  choice:    { type: 'integer', minimum: 1 },
  flag:      { type: ['integer', 'boolean'], description: '0/1 or true/false' },
  consent:   { type: ['integer', 'boolean'], description: 'must be 1' },
  either:    { type: ['integer', 'boolean'], enum: [1, 0, -1, true, false], description: '1 or 0; -1 for neither' },
  count:     { type: ['integer', 'string'], minimum: 0, description: 'a text is read as people write numbers' },
  amount:    { type: ['number', 'string'], exclusiveMinimum: 0, description: 'at most two decimals; a text is read as people write amounts' },
  choices:   { type: 'array', items: { type: 'object' } },
  lines:     { type: 'array', items: { type: 'object' } },
  files:     { type: 'array', items: { type: 'object', properties: { cmis_id: { type: 'string' }, nomeFile: { type: 'string' } }, required: ['cmis_id'] } },
}

/** The JSON Schema keyword for `max`, where it is not `maxLength`. */
const boundOf: Partial<Record<FieldKind, string>> = {
  files: 'maxItems',
  lines: 'maxItems',
  choices: 'maxItems',
  count: 'maximum',
  amount: 'maximum',
}

/** The nested request body of a form. Lists only fields that are always required; conditional ones follow from its errors. */
function schemaOfForm(form: Form): JsonSchema {
  const root: JsonSchema = { type: 'object', properties: {}, required: alwaysRequired(form) }
  for (const { kind, wire, max, list, among, columns } of Object.values(form.fields)) {
    const path = wire.split('.')
    const leaf = {
      ...schemaOfKind[kind],
      ...(columns && { items: schemaOfForm({ fields: columns, steps: [], rules: [] }) }),
      ...(max && { [boundOf[kind] ?? 'maxLength']: max }),
      ...(among && { enum: among }),
      ...(list && { description: `an id of /v1/tipologiche/${referenceLists[list].path}` }),
    }
    place(root, path, leaf)
  }
  return root
}

/** Top-level members that are always required. */
const alwaysRequired = (form: Form): string[] =>
  usesOf(form).flatMap((use) => {
    const wire = form.fields[use.key]?.wire ?? ''
    return use.required === true && !use.showWhen && !wire.includes('.') ? [wire] : []
  })

function place(node: JsonSchema, [name = '', ...rest]: readonly string[], leaf: JsonSchema) {
  const properties = node.properties as Record<string, JsonSchema>
  if (rest.length === 0) properties[name] = leaf
  else {
    properties[name] ??= { type: 'object', properties: {} }
    place(properties[name], rest, leaf)
  }
}

/** @public What a schema takes from the wire; scripts/print-transfer.mjs calls it. */
export const schemaOf = (schema: z.ZodMiniType): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: describeCodec,
  })
  return rest
}

/**
 * Describes what a codec takes, where its side of the wire does not say it: of any value, such as a set of filters or one value for
 * several, what it becomes; of a text of JSON, what it says; of a record, its own members and those of its form.
 */
function describeCodec({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }) {
  const { def } = zodSchema._zod
  if (def.type !== 'pipe') return
  const parts = recordPartsOf(zodSchema)
  // The registry has the schemas of zod/mini, which those of the override are.
  const name = wireNames.get(parts?.head ?? (zodSchema as never))?.name
  if (name) jsonSchema.title = name
  const wire = def.in._zod.def.type
  if (parts) Object.assign(jsonSchema, schemaOfRecord(parts))
  else if (zodSchema === plainDate) Object.assign(jsonSchema, schemaOfKind.date)
  else if (wire === 'custom') Object.assign(jsonSchema, schemaOf(def.out as z.ZodMiniType))
  else if (wire === 'string' && def.out._zod.def.type === 'pipe')
    Object.assign(jsonSchema, {
      contentMediaType: 'application/json',
      contentSchema: schemaOf(def.out as z.ZodMiniType),
    })
}

/** @public The members of a record: its own and those of its form; scripts/print-transfer.mjs calls it. */
export function schemaOfRecord({ head, form }: RecordParts): JsonSchema {
  const facts = schemaOf(head)
  return { ...facts, properties: { ...(schemaOfForm(form).properties as object), ...(facts.properties as object) } }
}

function parametersOf(endpoint: Endpoint) {
  const headers = Object.entries(endpoint.headers ?? {}).map(([name, description]) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string' },
  }))
  return [...parametersIn('path', endpoint.params), ...parametersIn('query', endpoint.query), ...headers]
}

function parametersIn(place: 'path' | 'query', schema: z.ZodMiniType | undefined) {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema) as { properties?: JsonSchema; required?: string[] }
  return Object.entries(properties).map(([name, member]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: member,
  }))
}

const envelope = (result: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['success', 'result', 'errorCode'],
  properties: { success: { const: true }, result, errorCode: { type: 'null' } },
})

const failure: JsonSchema = {
  type: 'object',
  properties: {
    success: { const: false },
    result: {
      title: 'rifiuto',
      type: 'object',
      properties: {
        descrizione: { type: 'string' },
        errori: {
          type: 'array',
          items: {
            type: 'object',
            properties: { campo: { type: 'string' }, codice: { type: 'string' }, messaggio: { type: 'string' } },
          },
        },
      },
    },
    errorCode: { title: 'codice_errore', enum: [...new Set(Object.values(appErrors).map(({ word }) => word))] },
  },
}

/** Describes in words who may call an endpoint. */
export const allowedTo = (allow: Allow): string =>
  allow === 'anyone'
    ? 'anyone'
    : allow === 'signed_in'
      ? 'any signed-in user'
      : allow.map((role) => roleCodes[role]).join(', ')

const json = (schema: JsonSchema) => ({ content: { 'application/json': { schema } } })

const contentOf = (endpoint: Endpoint) =>
  endpoint.file
    ? { content: { [endpoint.file]: { schema: { type: 'string', format: 'binary' } } } }
    : json(envelope(schemaOf(endpoint.reply)))

const replyHeadersOf = ({ replyHeaders }: Endpoint) =>
  replyHeaders && {
    headers: Object.fromEntries(
      Object.entries(replyHeaders).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
    ),
  }

/** A 409 reply that may contain the current record beside the error. */
const conflictOf = (endpoint: Endpoint) => {
  const { properties } = failure as { properties: Record<string, JsonSchema> }
  const result = { anyOf: [{ allOf: [properties.result, schemaOf(endpoint.reply)] }, properties.result] }
  return {
    description: 'A conflict: the whole record and why.',
    ...json({ ...failure, properties: { ...properties, result } }),
  }
}

const uploadSchema: JsonSchema = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', format: 'binary' } },
}

function requestBodyOf(endpoint: Endpoint) {
  if (endpoint.upload)
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: uploadSchema } } } }
  const body = endpoint.form ? schemaOfForm(endpoint.form) : endpoint.body && schemaOf(endpoint.body)
  return body && { requestBody: { required: true, ...json(body) } }
}

function operationOf(tag: string, endpoint: Endpoint) {
  return {
    tags: [tag],
    summary: endpoint.summary,
    description: `Open to: ${allowedTo(endpoint.allow)}.${endpoint.prolongs === false ? ' Does not prolong the session.' : ''}`,
    'x-audit': endpoint.audit,
    ...(endpoint.silent && { 'x-no-spinner': true }),
    parameters: parametersOf(endpoint),
    ...requestBodyOf(endpoint),
    responses: {
      200: {
        description: 'OK',
        ...replyHeadersOf(endpoint),
        ...contentOf(endpoint),
      },
      ...(endpoint.conflictReply && { 409: conflictOf(endpoint) }),
      default: { description: 'Refused: see errorCode.', ...json({ title: 'errore', ...failure }) },
    },
  }
}

/** The operations of each path, by method. */
type Paths = Record<string, Record<string, unknown>>

/** The OpenAPI 3.1 document, generated from the contract's schemas and forms. */
export function openApi(office: Office, version: string) {
  const paths: Paths = {}
  for (const [tag, endpoints] of Object.entries(api))
    for (const endpoint of endpoints) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(tag, endpoint) }
    }
  const { node, schemas } = nameSchemas(paths)
  return {
    openapi: '3.1.0',
    info: { title: `${office.name} – API`, version },
    servers: [{ url: `/${office.slug}/api` }],
    tags: Object.keys(api).map((name) => ({ name })),
    paths: node,
    components: { schemas },
  }
}

/** The same description with one schema for each title, and references to it. */
function nameSchemas(described: Paths) {
  const schemas: Record<string, JsonSchema> = {}
  const names = new Map<string, string>()
  const nameOf = (schema: JsonSchema & { readonly title: string }) => {
    const text = JSON.stringify(schema)
    const known = names.get(text)
    if (known) return known
    const others = Object.keys(schemas).filter((name) => name.replace(/_\d+$/, '') === schema.title).length
    const name = others === 0 ? schema.title : `${schema.title}_${others + 1}`
    names.set(text, name)
    schemas[name] = schema
    return name
  }
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit)
    if (typeof node !== 'object' || node === null) return node
    const visited = Object.fromEntries(Object.entries(node).map(([key, member]) => [key, visit(member)]))
    if (typeof visited.title !== 'string') return visited
    return { $ref: `#/components/schemas/${nameOf({ ...visited, title: visited.title })}` }
  }
  // References stand where schemas stood: what holds them keeps its shape.
  return { node: visit(described) as Paths, schemas }
}
