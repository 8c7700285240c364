/** A SAML message on its way through the browser. */
export type Outgoing =
  | { readonly binding: 'redirect'; readonly url: string; readonly xml: string }
  | {
      readonly binding: 'post'
      readonly url: string
      readonly fields: Readonly<Record<string, string>>
      readonly xml: string
    }
