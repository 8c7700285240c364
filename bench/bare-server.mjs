// The baseline of the calls: Fastify and pg with no more around them than they need. `BARE_SERVER` is JSON: `connection`, and the
// statements of each path with their values, of which `{id}` is the id of the address. Columns stay the text that PostgreSQL sends.
// `POST /transaction` has the statements of a write. Prints its port.
import Fastify from 'fastify'
import pg from 'pg'

const { connection, routes } = JSON.parse(process.env.BARE_SERVER ?? '{}')
const pool = new pg.Pool({ ...connection, max: 10, types: { getTypeParser: () => String } })
const app = Fastify()
for (const [path, statements] of Object.entries(routes))
  app.get(path, async ({ query: { id } }) => {
    const results = await Promise.all(
      // By name, as the portal sends them: PostgreSQL parses and plans each once on a connection.
      statements.map(({ text, values }, index) =>
        pool.query({ name: `${path} ${index}`, text, values: values.map((value) => (value === '{id}' ? id : value)) }),
      ),
    )
    return { result: results.map(({ rows }) => rows) }
  })

// The statements of a write, in one transaction.
app.post('/transaction', async ({ body }) => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (const { text, values } of body) await client.query({ name: nameOf(text), text, values })
    await client.query('commit')
    return { result: body.length }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
})
const names = new Map()
function nameOf(text) {
  if (!names.has(text)) names.set(text, `statement ${names.size}`)
  return names.get(text)
}

await app.listen({ host: '127.0.0.1', port: 0 })
console.log(app.server.address().port)
