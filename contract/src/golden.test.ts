import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { goldenFiles, readGolden } from '../test/read-golden.ts'
import { api } from './api.ts'
import { associationFields } from './associations/association.form.ts'
import { associationHeadOnWire, associationValuesOf, ownHeadOnWire } from './associations/association.ts'
import { caseFields } from './cases/case.form.ts'
import { caseHeadOnWire } from './cases/case.ts'
import { caseActionDenials } from './cases/case-actions.ts'
import type { Endpoint } from './kit/endpoint.ts'
import { type Fields, readWire, writeWire } from './kit/form.ts'
import { wireNames } from './kit/wire.ts'
import { sentReportForm } from './reports/report.endpoints.ts'

const files = goldenFiles()
const goldens = files.map(readGolden)
const endpoints: readonly Endpoint[] = Object.values(api).flat()
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const pathOf = (endpoint: Endpoint) => `contract/test/golden/${fileOf(nameOf(endpoint))}`
const goldenOf = (endpoint: Endpoint) => goldens.find(({ call }) => call === nameOf(endpoint))

const namesOf = (schema: z.ZodMiniType) => Object.values(wireNames.get(schema)?.names ?? {})
const roundTrip = (schema: z.ZodMiniType, wire: unknown) => z.encode(schema, z.decode(schema, wire as never))

describe('the wire', () => {
  test('has one golden file for each call, and no other', () => {
    expect(goldens.map(({ call }) => call).sort()).toEqual(endpoints.map(nameOf).sort())
    expect(files).toEqual(goldens.map(({ call }) => fileOf(call)))
  })

  test.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    '%s reads its golden JSON and writes the same JSON',
    (_name, endpoint) => {
      const golden = goldenOf(endpoint)
      const file = pathOf(endpoint)
      for (const part of ['params', 'query'] as const) {
        const schema = endpoint[part]
        expect(golden?.[part] !== undefined, `${part} in ${file}`).toBe(schema !== undefined)
        if (schema) expect(roundTrip(schema, golden?.[part]), `${part} in ${file}`).toEqual(golden?.[part])
      }
      expect(roundTripOfBody(endpoint, golden?.body), `body in ${file}`).toEqual(golden?.body)
      expect(roundTrip(endpoint.reply, golden?.result), `result in ${file}`).toEqual(golden?.result)
    },
  )

  test.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    '%s has every known member in its golden JSON',
    (_name, endpoint) => {
      const golden = goldenOf(endpoint)
      const missing = (['params', 'query', 'body'] as const).flatMap((part) =>
        endpoint[part] ? missingMembers(endpoint[part], golden?.[part], part) : [],
      )
      const all = [...missing, ...missingMembers(endpoint.reply, golden?.result, 'result')]
      expect(all, `members that ${pathOf(endpoint)} lacks: add each with an example value`).toEqual([])
    },
  )

  test.each(
    endpoints.flatMap((endpoint) => (endpoint.form ? [[nameOf(endpoint), endpoint, endpoint.form] as const] : [])),
  )('%s has every field of its form in its golden JSON', (_name, endpoint, form) => {
    const { values } = readWire(form, goldenOf(endpoint)?.body, '2026-11-20')
    expect(missingFields(form.fields, values), `fields that ${pathOf(endpoint)} lacks`).toEqual([])
  })

  test('has every field and fact of an association in the golden JSON of what the office and the association read', () => {
    const heads = {
      'GET /v1/associazioni/dettaglio/admin/:id': associationHeadOnWire,
      'POST /v1/noauth/pratica-pg': ownHeadOnWire,
    }
    for (const [name, head] of Object.entries(heads)) {
      const result = goldens.find(({ call }) => call === name)?.result as object
      expect(missingFields(associationFields, associationValuesOf(result)), name).toEqual([])
      expect(missingMembers(head, result, name)).toEqual([])
    }
  })

  test('has the documents of an association in one list by type, and its main ground last, with priority 0', () => {
    for (const name of ['POST /v1/noauth/add-pg', 'POST /v1/associazioni/mod']) {
      const body = goldens.find(({ call }) => call === name)?.body as Record<string, Record<string, unknown>[]>
      expect(body.listaAllegatoPersonaGiuridica?.map(({ id_tipo_allegato: type }) => type)).toEqual([
        1, 2, 3, 4, 5, 6, 7,
      ])
      expect(body.listaPersonaGiuridicaSottoGround?.map(({ priorita }) => priorita)).toEqual([1, 0])
      expect(Object.keys(body).filter((member) => /[Pp]revalente|Giuridica\d/.test(member))).toEqual([])
    }
  })

  test('has every field of a report in the golden JSON of sending and of reading it', () => {
    const fields = Object.values(sentReportForm.fields).map(({ wire }) => wire)
    const sent = goldens.find(({ call }) => call === 'POST /v1/noauth/segnalazione')?.body
    expect(pathsOf(sent).sort()).toEqual([...fields].sort())
    const read = goldens.find(({ call }) => call === 'GET /v1/segnalazioni/dettaglio/:id')?.result
    const actions = namesOf(caseActionDenials).map((name) => `azioni.${name}`)
    const own = [...namesOf(caseHeadOnWire).filter((name) => name !== 'azioni'), ...actions]
    const ofCase = Object.values(caseFields).map(({ wire }) => wire)
    expect(pathsOf(read).sort()).toEqual([...ofCase, ...own, 'flag_associazione'].sort())
  })
})

function fileOf(call: string): string {
  return `${call.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.json`
}

function roundTripOfBody({ form, body }: Endpoint, wire: unknown): unknown {
  if (body) return roundTrip(body, wire)
  if (!form) return undefined
  const { values, fieldErrors } = readWire(form, wire, '2026-11-20')
  expect(fieldErrors).toEqual([])
  return writeWire(form, values)
}

// Wire names of members that lists without a parent or a code declare and never send.
const unusedNames = ['id_superiore', 'sigla']

/** Paths of the members that the schema declares, at any depth, and the JSON lacks. */
function missingMembers(schema: z.ZodMiniType, json: unknown, path: string): string[] {
  const { def } = schema._zod as unknown as { def: Record<string, unknown> }
  if (def.type === 'optional' || def.type === 'nullable')
    return missingMembers(def.innerType as z.ZodMiniType, json, path)
  if (def.type === 'array')
    return [json].flat().flatMap((item) => missingMembers(def.element as z.ZodMiniType, item, `${path}[]`))
  const names = wireNames.get(schema)?.names
  if (!names) return []
  const members = json as Record<string, unknown>
  const shape = (def.in as z.ZodMiniObject<Record<string, z.ZodMiniType>>).shape
  const missing = Object.values(names).filter((name) => !(name in members) && !unusedNames.includes(name))
  const within = Object.keys(members).flatMap((name) =>
    shape[name] ? missingMembers(shape[name], members[name], `${path}.${name}`) : [],
  )
  return [...missing.map((name) => `${path}.${name}`), ...within]
}

/** The keys of the fields without a value; of lines also the columns that no line fills in. */
const missingFields = (fields: Fields, values: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(fields).flatMap(([key, { columns }]) => {
    if (values[key] === undefined) return [key]
    if (!columns) return []
    return missingFields(columns, Object.assign({}, ...(values[key] as object[]))).map((column) => `${key}.${column}`)
  })

/** Dotted paths of all values that are not objects; a list counts as one value. */
function pathsOf(node: unknown, path: string[] = []): string[] {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return [path.join('.')]
  return Object.entries(node).flatMap(([name, member]) => pathsOf(member, [...path, name]))
}
