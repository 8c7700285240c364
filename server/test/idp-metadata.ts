import { ns } from '#features/spid/saml/namespaces.ts'

interface Provider {
  readonly entityId: string
  /** Base64 DER. */
  readonly certificates: readonly string[]
}

const binding = (name: string) => `Binding="urn:oasis:names:tc:SAML:2.0:bindings:${name}"`

/** Metadata of an identity provider as AgID distributes them. */
export const idpMetadata = ({
  entityId,
  certificates,
}: Provider) => `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- as the registry has it -->
<md:EntityDescriptor xmlns:md="${ns.md}" xmlns:ds="${ns.ds}" ID="_1" entityID="${entityId}">
<md:IDPSSODescriptor WantAuthnRequestsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
${certificates
  .map(
    (certificate) =>
      `<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
  )
  .join('\n')}
<md:SingleLogoutService ${binding('SOAP')} Location="${entityId}/slo/soap"/>
<md:SingleLogoutService ${binding('HTTP-Redirect')} Location="${entityId}/slo/redirect"/>
<md:SingleLogoutService ${binding('HTTP-POST')} Location="${entityId}/slo/post" ResponseLocation="${entityId}/slo/answers"/>
<md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:transient</md:NameIDFormat>
<md:SingleSignOnService ${binding('HTTP-Redirect')} Location="${entityId}/sso/redirect"/>
<md:SingleSignOnService ${binding('HTTP-POST')} Location="${entityId}/sso/post"/>
</md:IDPSSODescriptor>
<md:Organization>
<md:OrganizationName xml:lang="it">Società ${entityId}</md:OrganizationName>
<md:OrganizationDisplayName xml:lang="it">Gestore di ${entityId}</md:OrganizationDisplayName>
<md:OrganizationURL xml:lang="it">${entityId}</md:OrganizationURL>
</md:Organization>
</md:EntityDescriptor>
`
