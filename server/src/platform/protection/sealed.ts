declare const sealedBrand: unique symbol
/** A sealed value: the only type that a protected column accepts. Only the vault can open it. */
export type Sealed = Buffer & { readonly [sealedBrand]: true }
