import { once } from 'node:events'
import { createServer } from 'node:net'

/** What the server listens on unless told; a test holds them against its table of settings. */
export const defaultAddress = { HOST: '127.0.0.1', PORT: '3000' }

async function listen(port, host) {
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  const taken = server.address().port
  server.close()
  await once(server, 'close')
  return taken
}

/** A port of this machine that nobody listens on. */
export const findFreePort = () => listen(0, '127.0.0.1')

/** A sentence when the server cannot have the port of these settings; anything else that is wrong is the server's to say. */
export async function refusalOfPort({ HOST, PORT }) {
  const host = HOST?.trim() || defaultAddress.HOST
  const port = PORT?.trim() || defaultAddress.PORT
  try {
    await listen(Number(port), host)
  } catch ({ code }) {
    const taken = `Port ${port} on ${host} is taken by another program. Stop that one, or choose another port: `
    if (code === 'EADDRINUSE') return `${taken}PORT=3001 npm start`
    if (code === 'EACCES') return `This user may not listen on port ${port} of ${host}; choose one above 1023.`
  }
  return undefined
}
