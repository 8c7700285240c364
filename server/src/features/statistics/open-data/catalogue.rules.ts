import { type Office, openDataPolicy, type PlainDate, paths } from '@portal/contract'

/** A set of open data, as catalogues describe it. */
export interface DatasetFacts {
  /** Part of its identifier. */
  readonly name: string
  readonly title: string
  readonly description: string
  readonly keywords: readonly string[]
  /** Address of its page. */
  readonly page: string
  /** How often it changes, by the authority table of the EU. */
  readonly frequency: 'ANNUAL' | 'CONT'
  /** The day of its first publication and of its last change. */
  readonly issuedOn: PlainDate
  readonly modifiedOn: PlainDate
  /** The years that it covers, where it covers whole years. */
  readonly years?: readonly number[]
  readonly files: readonly { readonly format: FileFormat; readonly url: string }[]
  /** Address of the schema of its files. */
  readonly schemaUrl?: string
}
type FileFormat = 'csv' | 'json'

interface CatalogueFacts {
  /** Address of the portal, with its base path. */
  readonly site: string
  readonly office: Pick<Office, 'name' | 'ipaCode' | 'slug' | 'assistanceMailbox' | 'department'>
  readonly datasets: readonly [DatasetFacts, ...DatasetFacts[]]
}

const authority = 'http://publications.europa.eu/resource/authority'
const mediaTypes = 'https://www.iana.org/assignments/media-types'
const fileTypes = { csv: ['CSV', 'text/csv'], json: ['JSON', 'application/json'] } as const

const context = {
  adms: 'http://www.w3.org/ns/adms#',
  dcat: 'http://www.w3.org/ns/dcat#',
  dcatapit: 'http://dati.gov.it/onto/dcatapit#',
  dct: 'http://purl.org/dc/terms/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  vcard: 'http://www.w3.org/2006/vcard/ns#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
}

const italian = (text: string) => ({ '@value': text, '@language': 'it' })
const day = (value: string) => ({ '@value': value, '@type': 'xsd:date' })
const ref = (id: string) => ({ '@id': id })

const licence = {
  '@id': 'https://w3id.org/italia/controlled-vocabulary/licences/A21_CCBY40',
  '@type': ['dcatapit:LicenseDocument', 'dct:LicenseDocument'],
  'dct:type': ref('http://purl.org/adms/licencetype/Attribution'),
  'foaf:name': openDataPolicy.licence.name,
  'dct:identifier': openDataPolicy.licence.url,
}

const idOf = ({ page, name }: DatasetFacts) => `${page}#${name}`

/** A file of a set of data. */
function distributionOf(dataset: DatasetFacts, { format, url }: DatasetFacts['files'][number]) {
  const [name, mediaType] = fileTypes[format]
  return {
    '@id': `${idOf(dataset)}-${format}`,
    '@type': ['dcatapit:Distribution', 'dcat:Distribution'],
    'dct:title': italian(`${dataset.title} (${name})`),
    'dct:format': ref(`${authority}/file-type/${name}`),
    'dcat:mediaType': ref(`${mediaTypes}/${mediaType}`),
    'dct:license': licence,
    'dcat:accessURL': ref(dataset.page),
    'dcat:downloadURL': ref(url),
    'dct:issued': day(dataset.issuedOn),
    'dct:modified': day(dataset.modifiedOn),
    ...(dataset.schemaUrl && { 'dct:conformsTo': ref(dataset.schemaUrl) }),
  }
}

/** The years as periods of time. */
const temporalOf = (years: readonly number[]) =>
  years.map((year) => ({
    '@type': ['dcatapit:PeriodOfTime', 'dct:PeriodOfTime'],
    'dcatapit:startDate': day(`${year}-01-01`),
    'dcatapit:endDate': day(`${year}-12-31`),
  }))

function datasetOf(dataset: DatasetFacts, publisher: string, { site, office }: CatalogueFacts) {
  return {
    '@id': idOf(dataset),
    '@type': ['dcatapit:Dataset', 'dcat:Dataset'],
    'dct:title': italian(dataset.title),
    'dct:description': italian(dataset.description),
    'dct:identifier': `${office.ipaCode}:${office.slug}-${dataset.name}`,
    'dct:publisher': ref(publisher),
    'dct:rightsHolder': ref(publisher),
    'dct:issued': day(dataset.issuedOn),
    'dct:modified': day(dataset.modifiedOn),
    'dct:language': ref(`${authority}/language/ITA`),
    'dcat:theme': [ref(`${authority}/data-theme/GOVE`), ref(`${authority}/data-theme/SOCI`)],
    'dct:accrualPeriodicity': ref(`${authority}/frequency/${dataset.frequency}`),
    ...(dataset.years && { 'dct:temporal': temporalOf(dataset.years) }),
    'dct:spatial': ref(`${authority}/country/ITA`),
    'dcat:keyword': dataset.keywords.map(italian),
    'dcat:landingPage': ref(dataset.page),
    'dcat:contactPoint': {
      '@id': `${site}${paths.openData}#contatto`,
      '@type': ['dcatapit:Organization', 'vcard:Organization'],
      'vcard:fn': office.name,
      'vcard:hasEmail': ref(`mailto:${office.assistanceMailbox}`),
    },
    'dcat:distribution': dataset.files.map((file) => distributionOf(dataset, file)),
  }
}

const firstOf = (days: readonly PlainDate[]) => [...days].sort()[0] ?? ''
const lastOf = (days: readonly PlainDate[]) => [...days].sort().at(-1) ?? ''

/** The catalogue of the open data as JSON-LD, by the Italian profile DCAT-AP_IT 1.0 (mandatory and recommended properties). */
export function catalogueOf(facts: CatalogueFacts, about: Pick<DatasetFacts, 'title' | 'description'>) {
  const { office, site, datasets } = facts
  const page = `${site}${paths.openData}`
  const publisher = {
    '@id': `${page}#ente`,
    '@type': ['dcatapit:Agent', 'foaf:Agent'],
    'dct:identifier': office.ipaCode,
    'foaf:name': italian(office.name),
  }
  const described = datasets.map((dataset) => datasetOf(dataset, publisher['@id'], facts))
  const catalogue = {
    '@id': `${page}#catalogo`,
    '@type': ['dcatapit:Catalog', 'dcat:Catalog'],
    'dct:title': italian(about.title),
    'dct:description': italian(about.description),
    'dct:publisher': ref(publisher['@id']),
    'dct:issued': day(firstOf(datasets.map(({ issuedOn }) => issuedOn))),
    'dct:modified': day(lastOf(datasets.map(({ modifiedOn }) => modifiedOn))),
    'dct:language': ref(`${authority}/language/ITA`),
    'foaf:homepage': ref(page),
    'dcat:themeTaxonomy': ref(`${authority}/data-theme`),
    'dcat:dataset': described.map((dataset) => ref(dataset['@id'])),
  }
  return { '@context': context, '@graph': [catalogue, ...described, publisher] }
}
