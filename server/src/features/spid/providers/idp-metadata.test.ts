import { beforeAll, expect, test } from 'vitest'
import { idpMetadata } from '../../../../test/idp-metadata.ts'
import { makeCertificate } from './certificate.ts'
import { parseIdentityProvider } from './idp-metadata.ts'

let first: string
let second: string
beforeAll(async () => {
  const make = async () =>
    (await makeCertificate({ commonName: 'x', notBefore: new Date(), years: 1, bits: 2048 })).certificate.replace(
      /-----[^-]+-----|\s/g,
      '',
    )
  ;[first, second] = await Promise.all([make(), make()])
}, 60_000)

const good = () => idpMetadata({ entityId: 'https://idp.example', certificates: [first] })

test('reads the metadata of a provider', () => {
  expect(parseIdentityProvider(good())).toEqual({
    scheme: 'spid',
    entityId: 'https://idp.example',
    name: 'Gestore di https://idp.example',
    signOn: { redirect: 'https://idp.example/sso/redirect', post: 'https://idp.example/sso/post' },
    logout: {
      redirect: { url: 'https://idp.example/slo/redirect', responseUrl: 'https://idp.example/slo/redirect' },
      post: { url: 'https://idp.example/slo/post', responseUrl: 'https://idp.example/slo/answers' },
    },
    certificates: [first],
  })
})

const changed = (pattern: RegExp | string, replacement: string) => good().replace(pattern, replacement)

test('reads every signing certificate once, whatever its layout, and ignores those for encryption', () => {
  const key = (use: string, certificate: string) =>
    `<md:KeyDescriptor${use}><ds:KeyInfo><ds:X509Data><ds:X509Certificate>\n${certificate.replace(/.{64}/g, '$&\n')}\n</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`
  const keys = key('', second) + key(' use="signing"', first) + key(' use="encryption"', 'rubbish')
  expect(parseIdentityProvider(changed('<md:KeyDescriptor', `${keys}<md:KeyDescriptor`)).certificates).toEqual([
    second,
    first,
  ])
})

test('prefers the Italian name, and uses the entity id without any', () => {
  const english = '<md:OrganizationDisplayName xml:lang="en">Provider</md:OrganizationDisplayName>'
  expect(
    parseIdentityProvider(changed('<md:OrganizationDisplayName', `${english}<md:OrganizationDisplayName`)).name,
  ).toBe('Gestore di https://idp.example')
  expect(parseIdentityProvider(changed(/<md:OrganizationDisplayName.*?<\/md:OrganizationDisplayName>/, '')).name).toBe(
    'Società https://idp.example',
  )
  expect(parseIdentityProvider(changed(/<md:Organization>[\s\S]*<\/md:Organization>/, '')).name).toBe(
    'https://idp.example',
  )
})

test('accepts one binding, no logout, a byte order mark and leading lines', () => {
  const xml = changed(/<md:Single(SignOn|Logout)Service Binding="[^"]*(Redirect|SOAP)".*?\/>/g, '').replace(
    /<md:SingleLogoutService.*?\/>/g,
    '',
  )
  expect(parseIdentityProvider(`\uFEFF\n${xml}\n`)).toMatchObject({
    signOn: { post: 'https://idp.example/sso/post' },
    logout: {},
  })
})

// biome-ignore format: a table
const broken: readonly [what: string, xml: () => string, says: RegExp][] = [
  ['something else',         () => 'rubbish', /text where none may be/],
  ['an open element',        () => good().slice(0, -5), /./],
  ['a document type',        () => `<!DOCTYPE a>${good()}`, /more than elements/],
  ['another root',           () => '<a/>', /root is not the EntityDescriptor/],
  ['many providers',         () => '<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata"/>', /a file of its own/],
  ['no entity id',           () => changed(/entityID="[^"]*"/, ''), /no entityID/],
  ['no role',                () => changed(/IDPSSODescriptor/g, 'SPSSODescriptor'), /0 IDPSSODescriptors/],
  ['a role of SAML 1',       () => changed('SAML:2.0:protocol"', 'SAML:1.1:protocol"'), /0 IDPSSODescriptors/],
  ['no sign-on',             () => changed(/<md:SingleSignOnService.*?\/>/g, ''), /no SingleSignOnService/],
  ['sign-on by SOAP alone',  () => changed(/(SingleSignOnService Binding="[^"]*)HTTP-\w+/g, '$1SOAP'), /no SingleSignOnService/],
  ['sign-on in JavaScript',  () => changed(/https:\/\/idp\.example\/sso\/post/, 'javascript:alert(1)'), /Location of a SingleSignOnService/],
  ['logout without address', () => changed(/Location="[^"]*slo\/redirect"/, ''), /Location of a SingleLogoutService/],
  ['no certificate',         () => changed(/<md:KeyDescriptor.*?<\/md:KeyDescriptor>/, ''), /no certificate/],
  ['a broken certificate',   () => changed(first, first.slice(0, 80)), /cannot be read/],
]

test.each(broken)('refuses %s with a sentence', (_, xml, says) => {
  expect(() => parseIdentityProvider(xml())).toThrow(says)
})
