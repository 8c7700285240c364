import { startBucketServer } from '../../server/test/bucket-server.ts'

/** An S3 server as a process of its own: its folder and address are its arguments. */
const [folder = '', host] = process.argv.slice(2)
await startBucketServer(folder, 9000, host)
