/** Namespaces of SAML metadata, SAML messages, XML signatures and AgID's own extension. */
export const ns = {
  md: 'urn:oasis:names:tc:SAML:2.0:metadata',
  samlp: 'urn:oasis:names:tc:SAML:2.0:protocol',
  saml: 'urn:oasis:names:tc:SAML:2.0:assertion',
  ds: 'http://www.w3.org/2000/09/xmldsig#',
  spid: 'https://spid.gov.it/saml-extensions',
  cie: 'https://www.cartaidentita.interno.gov.it/saml-extensions',
} as const
