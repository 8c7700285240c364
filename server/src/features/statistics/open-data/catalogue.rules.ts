import { type Office, openDataPolicy, type PlainDate, paths } from '@portal/contract'

interface Facts {
  /** Address of the portal, with its base path. */
  readonly site: string
  readonly downloadUrl: (format: 'csv' | 'json') => string
  readonly office: Pick<Office, 'name' | 'ipaCode' | 'slug' | 'assistanceMailbox' | 'department'>
  readonly texts: { readonly title: string; readonly description: string; readonly keywords: readonly string[] }
  /** The day of the last publication, and the years published. */
  readonly modifiedOn: PlainDate
  readonly years: readonly number[]
}

const authority = 'http://publications.europa.eu/resource/authority'
const fileTypes = { csv: ['CSV', 'text/csv'], json: ['JSON', 'application/json'] } as const

const context = {
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

const pageOf = ({ site }: Pick<Facts, 'site'>) => `${site}${paths.openData}`

/** A file of the data. */
function distributionOf(format: keyof typeof fileTypes, { texts, modifiedOn, downloadUrl, site }: Facts) {
  const page = pageOf({ site })
  const [name, mediaType] = fileTypes[format]
  return {
    '@id': `${page}#${format}`,
    '@type': ['dcatapit:Distribution', 'dcat:Distribution'],
    'dct:title': italian(`${texts.title} (${name})`),
    'dct:format': ref(`${authority}/file-type/${name}`),
    'dcat:mediaType': mediaType,
    'dct:license': {
      '@id': 'https://w3id.org/italia/controlled-vocabulary/licences/A21_CCBY40',
      '@type': ['dcatapit:LicenseDocument', 'dct:LicenseDocument'],
      'foaf:name': openDataPolicy.licence.name,
      'dct:identifier': openDataPolicy.licence.url,
    },
    'dcat:accessURL': ref(page),
    'dcat:downloadURL': ref(downloadUrl(format)),
    'dct:modified': day(modifiedOn),
  }
}

/** The catalogue of the open data as JSON-LD, by the Italian profile DCAT-AP_IT 1.0 (mandatory and recommended properties). */
export function catalogueOf(facts: Facts) {
  const { office, texts, modifiedOn, years } = facts
  const page = pageOf(facts)
  const publisher = {
    '@id': `${page}#ente`,
    '@type': ['dcatapit:Agent', 'foaf:Agent'],
    'dct:identifier': office.ipaCode,
    'foaf:name': italian(office.name),
  }
  const described = {
    'dct:title': italian(texts.title),
    'dct:description': italian(texts.description),
    'dct:publisher': ref(publisher['@id']),
    'dct:modified': day(modifiedOn),
    'dct:language': ref(`${authority}/language/ITA`),
  }
  const dataset = {
    '@id': `${page}#dataset`,
    '@type': ['dcatapit:Dataset', 'dcat:Dataset'],
    ...described,
    'dct:identifier': `${office.ipaCode}:${office.slug}-casi-per-anno`,
    'dct:rightsHolder': ref(publisher['@id']),
    'dcat:theme': [ref(`${authority}/data-theme/GOVE`), ref(`${authority}/data-theme/SOCI`)],
    'dct:accrualPeriodicity': ref(`${authority}/frequency/ANNUAL`),
    'dct:temporal': temporalOf(years),
    'dct:spatial': ref(`${authority}/country/ITA`),
    'dcat:keyword': texts.keywords.map(italian),
    'dcat:landingPage': ref(page),
    'dcat:contactPoint': {
      '@id': `${page}#contatto`,
      '@type': ['dcatapit:Organization', 'vcard:Organization'],
      'vcard:fn': office.name,
      'vcard:hasEmail': ref(`mailto:${office.assistanceMailbox}`),
    },
    'dcat:distribution': (['csv', 'json'] as const).map((format) => distributionOf(format, facts)),
  }
  const catalogue = {
    '@id': `${page}#catalogo`,
    '@type': ['dcatapit:Catalog', 'dcat:Catalog'],
    ...described,
    'foaf:homepage': ref(page),
    'dcat:themeTaxonomy': ref(`${authority}/data-theme`),
    'dcat:dataset': ref(dataset['@id']),
  }
  return { '@context': context, '@graph': [catalogue, dataset, publisher] }
}

/** The years as periods of time. */
const temporalOf = (years: readonly number[]) =>
  years.map((year) => ({
    '@type': ['dcatapit:PeriodOfTime', 'dct:PeriodOfTime'],
    'dcatapit:startDate': day(`${year}-01-01`),
    'dcatapit:endDate': day(`${year}-12-31`),
  }))
