import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
// @ts-expect-error the package has no types
import S3rver from 's3rver'

/** An S3 server that stores the bucket `bucket` in a folder. */
export interface BucketServer {
  /** URL of the bucket, for `FILES_URL`. */
  readonly url: string
  readonly port: number
  stop(): Promise<void>
}

/** `at` is the port of a server that a test has stopped and starts again. */
export async function startBucketServer(folder: string, at = 0, address = '127.0.0.1'): Promise<BucketServer> {
  const s3: { run(): Promise<AddressInfo>; close(): Promise<void>; httpServer: Server } = new S3rver({
    address,
    port: at,
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'bucket' }],
  })
  const { port } = await s3.run()
  return {
    url: `http://S3RVER:S3RVER@${address}:${port}/bucket?region=us-east-1`,
    port,
    async stop() {
      s3.httpServer.closeAllConnections()
      await s3.close()
    },
  }
}
