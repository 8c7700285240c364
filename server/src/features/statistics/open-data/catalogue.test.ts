import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/build-app.ts'
import { makeAssociation } from '../../../../test/make-association.ts'

type Node = Readonly<Record<string, unknown>>
let portal: TestApp
let catalogue: { readonly '@context': Record<string, string>; readonly '@graph': readonly Node[] }
beforeAll(async () => {
  portal = await startTestApp()
  await makeAssociation(portal, { status: 'enrolled', columns: { enrolledOn: '2024-05-02' } })
  const { body, headers } = await portal.visitor.raw('GET', '/v1/noauth/dati-aperti/catalogo')
  expect(headers['content-type']).toContain('application/ld+json')
  catalogue = JSON.parse(Buffer.isBuffer(body) ? body.toString('utf8') : JSON.stringify(body))
})
afterAll(() => portal.close())

const listOf = (value: unknown): unknown[] => (value === undefined ? [] : [value].flat())
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every node of the graph, nested ones too. */
function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn)
  return isNode(value) ? [value, ...Object.values(value).flatMap(nodesIn)] : []
}
const ofClass = (name: string) => nodesIn(catalogue['@graph']).filter((node) => listOf(node['@type']).includes(name))

const isIri = (value: unknown) => isNode(value) && /^(https?|mailto):/.test(String(value['@id']))
const isDay = (value: unknown) =>
  isNode(value) && value['@type'] === 'xsd:date' && /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(String(value['@value']))
const isText = (value: unknown) => typeof value === 'string' && value.length > 0
const isItalian = (value: unknown) => isNode(value) && value['@language'] === 'it' && isText(value['@value'])
const isIn = (table: string) => (value: unknown) => isIri(value) && String((value as Node)['@id']).startsWith(table)
const authority = 'http://publications.europa.eu/resource/authority'
const isA = (name: string) => (value: unknown) => isNode(value) && listOf(value['@type']).includes(name)

/**
 * The mandatory properties of each class of DCAT-AP_IT 1.0 ("Profilo italiano di DCAT-AP", the table of obligations of each class),
 * with the values that its vocabularies allow; the last are recommended ones that we promise. No package of the registry has the
 * official shapes.
 */
// biome-ignore format: a table
const rules: readonly [name: string, property: string, isRight: (value: unknown) => boolean, from: string][] = [
  ['dcatapit:Catalog', 'dct:title', isItalian, 'Catalogo: titolo'],
  ['dcatapit:Catalog', 'dct:description', isItalian, 'Catalogo: descrizione'],
  ['dcatapit:Catalog', 'dct:publisher', isIri, 'Catalogo: editore'],
  ['dcatapit:Catalog', 'dct:modified', isDay, 'Catalogo: data di ultima modifica'],
  ['dcatapit:Catalog', 'dcat:dataset', isIri, 'Catalogo: dataset'],
  ['dcatapit:Catalog', 'dct:issued', isDay, 'Catalogo: data di rilascio (raccomandata)'],
  ['dcatapit:Catalog', 'foaf:homepage', isIri, 'Catalogo: home page (raccomandata)'],
  ['dcatapit:Catalog', 'dct:language', isIn(`${authority}/language/`), 'Catalogo: lingua (raccomandata)'],
  ['dcatapit:Catalog', 'dcat:themeTaxonomy', isIn(`${authority}/data-theme`), 'Catalogo: temi (raccomandata)'],
  ['dcatapit:Dataset', 'dct:title', isItalian, 'Dataset: titolo'],
  ['dcatapit:Dataset', 'dct:description', isItalian, 'Dataset: descrizione'],
  ['dcatapit:Dataset', 'dct:identifier', isText, 'Dataset: identificativo'],
  ['dcatapit:Dataset', 'dcat:theme', isIn(`${authority}/data-theme/`), 'Dataset: tema'],
  ['dcatapit:Dataset', 'dct:rightsHolder', isIri, 'Dataset: titolare'],
  ['dcatapit:Dataset', 'dct:modified', isDay, 'Dataset: data di ultima modifica'],
  ['dcatapit:Dataset', 'dct:accrualPeriodicity', isIn(`${authority}/frequency/`), 'Dataset: frequenza di aggiornamento'],
  ['dcatapit:Dataset', 'dcat:contactPoint', isA('dcatapit:Organization'), 'Dataset: punto di contatto (raccomandato)'],
  ['dcatapit:Dataset', 'dcat:distribution', isA('dcatapit:Distribution'), 'Dataset: distribuzione (raccomandata)'],
  ['dcatapit:Dataset', 'dct:issued', isDay, 'Dataset: data di rilascio (facoltativa)'],
  ['dcatapit:Distribution', 'dct:format', isIn(`${authority}/file-type/`), 'Distribuzione: formato'],
  ['dcatapit:Distribution', 'dcat:accessURL', isIri, 'Distribuzione: URL di accesso'],
  ['dcatapit:Distribution', 'dct:license', isA('dcatapit:LicenseDocument'), 'Distribuzione: licenza'],
  ['dcatapit:Distribution', 'dcat:downloadURL', isIri, 'Distribuzione: URL di download (facoltativo)'],
  ['dcatapit:Distribution', 'dcat:mediaType', isIn('https://www.iana.org/assignments/media-types/'), 'Distribuzione: media type, un IRI (DCAT 2, range dct:MediaType)'],
  ['dcatapit:LicenseDocument', 'dct:type', isIn('http://purl.org/adms/licencetype/'), 'Licenza: tipo'],
  ['dcatapit:LicenseDocument', 'foaf:name', isText, 'Licenza: nome'],
  ['dcatapit:Agent', 'dct:identifier', isText, 'Agente: codice IPA'],
  ['dcatapit:Agent', 'foaf:name', isItalian, 'Agente: nome'],
  ['dcatapit:Organization', 'vcard:fn', isText, 'Punto di contatto: nome'],
  ['dcatapit:Organization', 'vcard:hasEmail', isIri, 'Punto di contatto: e-mail'],
]

describe('the catalogue of the open data', () => {
  test.each(rules)('each %s has %s (%s %s)', (name, property, isRight) => {
    const nodes = ofClass(name)
    expect(nodes.length).toBeGreaterThan(0)
    for (const node of nodes) {
      const values = listOf(node[property])
      expect(values.length).toBeGreaterThan(0)
      for (const value of values) expect([value, isRight(value)]).toEqual([value, true])
    }
  })

  test('names every prefix that it uses, and points to nodes that it has', () => {
    const used = new Set(
      nodesIn(catalogue['@graph']).flatMap((node) =>
        [...Object.keys(node).filter((key) => !key.startsWith('@')), ...listOf(node['@type'])].map(
          (term) => String(term).split(':')[0] ?? '',
        ),
      ),
    )
    expect([...used].filter((prefix) => !(prefix in catalogue['@context']))).toEqual([])
    const own = catalogue['@graph'].map((node) => node['@id'])
    const datasets = listOf(ofClass('dcatapit:Catalog')[0]?.['dcat:dataset']) as Node[]
    expect(datasets.map((node) => own.includes(node['@id']))).toEqual([true, true])
    for (const dataset of ofClass('dcatapit:Dataset'))
      expect(own).toContain((dataset['dct:rightsHolder'] as Node)['@id'])
  })

  test('has the cases of each year and the register, each with files that can be downloaded', async () => {
    const [cases, register] = ofClass('dcatapit:Dataset')
    expect(cases).toMatchObject({
      'dct:identifier': 'pcm:unar-casi-per-anno',
      'dct:description': { '@value': expect.stringContaining('sotto 5') },
      'dct:accrualPeriodicity': { '@id': expect.stringMatching(/ANNUAL$/) },
    })
    expect(register).toMatchObject({
      'dct:identifier': 'pcm:unar-registro-associazioni',
      'dct:accrualPeriodicity': { '@id': expect.stringMatching(/CONT$/) },
      'dct:issued': { '@value': '2024-05-02' },
    })
    expect(ofClass('dcatapit:Catalog')[0]).toMatchObject({ 'dct:issued': { '@value': '2024-05-02' } })
    for (const file of ofClass('dcatapit:Distribution')) {
      const address = new URL(String((file['dcat:downloadURL'] as Node)['@id']))
      const { status, headers } = await portal.visitor.raw(
        'GET',
        `${address.pathname.replace('/unar/api', '')}${address.search}`,
      )
      const mediaType = String((file['dcat:mediaType'] as Node)['@id']).replace(/^.*media-types\//, '')
      expect([status, headers['content-type']]).toEqual([200, expect.stringContaining(mediaType)])
    }
    const [file] = listOf(register?.['dcat:distribution']) as Node[]
    expect(file?.['dct:conformsTo']).toEqual({ '@id': expect.stringMatching(/\/api\/v1\/noauth\/registro\/schema$/) })
  })
})
