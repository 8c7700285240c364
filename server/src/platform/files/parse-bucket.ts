interface Bucket {
  readonly endpoint: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly region: string
}

/** Expected notation of a bucket. */
export const bucketFormat = 'an address such as https://key:secret@host/bucket?region=eu-south-1'

/** Reads a bucket with its keys; undefined where the address lacks one of them. */
export function parseBucket(address: string): Bucket | undefined {
  try {
    const { protocol, origin, pathname, username, password, searchParams } = new URL(address)
    const hasBucket = ['http:', 'https:'].includes(protocol) && /^\/[^/]+\/?$/.test(pathname)
    if (!hasBucket || !username || !password) return undefined
    return {
      endpoint: `${origin}${pathname}`,
      accessKeyId: decodeURIComponent(username),
      secretAccessKey: decodeURIComponent(password),
      region: searchParams.get('region') ?? 'auto',
    }
  } catch {
    return undefined
  }
}
