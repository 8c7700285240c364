declare const sealedBrand: unique symbol
/** A value that was sealed: the only thing that a protected column takes, and no use without the vault. */
export type Sealed = Buffer & { readonly [sealedBrand]: true }
