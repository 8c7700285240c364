import { captchaOutcome, limits } from '@portal/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { startTestApp, type TestApp, testParsers } from '../../../test/build-app.ts'
import { reportOnWire } from '../../../test/make.ts'
import { isLongSeries } from '../../../test/series.ts'
import type { Parsers } from '../../wiring/create-parsers.ts'

let portal: TestApp
beforeAll(async () => {
  // Random answers, as in production.
  portal = await startTestApp({ env: { CAPTCHA_FIXED: '' } })
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.clock.advance(60)
  await portal.database.pool.query('delete from captcha_challenges')
})

const api = '/unar/api/v1'
type Kind = 'image' | 'audio'

/** A browser with a cookie jar. */
function openBrowser(at: TestApp = portal) {
  let cookie = ''
  const ask = async (path: string) => {
    const reply = await at.inject({ method: 'GET', url: `${api}${path}`, headers: cookie ? { cookie } : {} })
    const [newCookie] = reply.cookies
    if (newCookie) cookie = `${newCookie.name}=${newCookie.value}`
    return reply
  }
  const check = async (answer: string) => {
    const reply = await ask(`/captcha/checkCaptcha?${new URLSearchParams({ answer })}`)
    return z.decode(captchaOutcome, reply.json().result)
  }
  const rightAnswer = async () => (await storedAnswers())[0] ?? ''
  return {
    cookie: () => cookie,
    get: (kind: Kind, more = '') => ask(`/captcha?type=${kind}${more}`),
    check,
    rightAnswer,
    async solve() {
      await ask('/captcha?type=image')
      return check(await rightAnswer())
    },
    send: (changes = {}, headers = {}) =>
      at.visitor.raw('POST', '/v1/noauth/segnalazione', reportOnWire(changes), { cookie, ...headers }),
  }
}

/** Answers of unsolved challenges, newest first. */
const storedAnswers = async (): Promise<string[]> =>
  (
    await portal.database.pool.query('select answer from captcha_challenges where solved_at is null order by id desc')
  ).rows.map(({ answer }) => answer)
const countReports = async () =>
  Number((await portal.database.pool.query('select count(*) from reports')).rows[0].count)
const wrong = (answer: string) => answer.replace(/^./, (digit) => String((Number(digit) + 1) % 10))
const captchaRefused = { status: 403, body: { success: false, errorCode: 'captcha' } }

describe('a challenge', () => {
  test('is an uncached image, bound to an HttpOnly cookie', async () => {
    const reply = await openBrowser().get('image', '&lang=it&t=1763632800000')
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline; filename="captcha.png"',
    })
    expect(reply.rawPayload.subarray(1, 4).toString()).toBe('PNG')
    expect(reply.cookies).toEqual([
      {
        name: 'unar-visita',
        value: expect.stringMatching(/^[\w-]{43}$/),
        path: '/',
        httpOnly: true,
        sameSite: 'Strict',
      },
    ])
  })

  test('over https has a __Host- cookie', async () => {
    const env = { CAPTCHA_FIXED: '', NODE_ENV: 'production', PUBLIC_URL: 'https://portale.example' }
    const real = await startTestApp({ env, beside: portal })
    const [cookie] = (await openBrowser(real).get('image')).cookies
    expect(cookie).toMatchObject({ name: '__Host-unar-visita', secure: true, httpOnly: true, sameSite: 'Strict' })
    await real.close()
  })

  test('is spoken in the requested language, else in Italian', async () => {
    // '2' takes more than twice as long in Arabic as in Italian; pauses and pace differ far less.
    const fixed = await startTestApp({ env: { CAPTCHA_FIXED: '222222' }, beside: portal })
    const samples = async (query: string) => {
      const reply = await openBrowser(fixed).get('audio', `&t=1${query}`)
      expect(reply.headers['content-type']).toBe('audio/wav')
      expect(reply.rawPayload.subarray(0, 4).toString()).toBe('RIFF')
      return reply.rawPayload.length
    }
    const inItalian = await samples('&lang=it')
    for (const query of ['', '&lang=IT', '&lang=klingon'])
      expect(Math.abs((await samples(query)) - inItalian)).toBeLessThan(35_000)
    for (const query of ['&lang=ar', '&lang=AR']) expect(await samples(query)).toBeGreaterThan(inItalian + 45_000)
    await fixed.close()
  })

  test('has only the types image and audio', async () => {
    const { statusCode } = await portal.inject({ method: 'GET', url: `${api}/captcha?type=video` })
    expect(statusCode).toBe(400)
  })

  /** Requests in order, and the number of the challenge that each belongs to. */
  test.each<[string, Kind[], number[]]>([
    ['image and audio', ['image', 'audio'], [1, 1]],
    ['audio and image', ['audio', 'image'], [1, 1]],
    ['another image', ['image', 'image'], [1, 2]],
    ['another audio', ['audio', 'audio'], [1, 2]],
    ['both, then both again', ['image', 'audio', 'image', 'audio'], [1, 1, 2, 2]],
    ['two images, then the audio of the second', ['image', 'image', 'audio'], [1, 2, 2]],
  ])('%s', async (_what, kinds, challenges) => {
    const browser = openBrowser()
    const answers: string[] = []
    for (const kind of kinds) {
      await browser.get(kind)
      answers.push((await storedAnswers()).join())
    }
    const known = [...new Set(answers)]
    expect(answers.map((answer) => known.indexOf(answer) + 1)).toEqual(challenges)
  })

  test('is the same for concurrent requests of image and audio', async () => {
    const browser = openBrowser()
    await browser.get('image')
    await portal.database.pool.query('delete from captcha_challenges')
    await Promise.all([browser.get('image'), browser.get('audio')])
    const { rows } = await portal.database.pool.query('select has_image, has_audio from captcha_challenges')
    expect(rows).toEqual([{ has_image: true, has_audio: true }])
  })
})

describe('an answer', () => {
  test('that is right solves the challenge; a repeat is right again', async () => {
    const browser = openBrowser()
    await browser.get('image')
    const answer = await browser.rightAnswer()
    expect(await browser.check(wrong(answer))).toEqual({
      isSolved: false,
      triesLeft: 4,
      secondsLeft: 600,
      hasCookie: true,
    })
    portal.clock.advance(30)
    expect(await browser.check(wrong(answer))).toEqual({
      isSolved: false,
      triesLeft: 3,
      secondsLeft: 570,
      hasCookie: true,
    })
    expect(await browser.check(answer)).toEqual({ isSolved: true, triesLeft: 2, secondsLeft: 600, hasCookie: true })
    expect(await browser.check(answer)).toEqual({ isSolved: true, triesLeft: 2, secondsLeft: 600, hasCookie: true })
    expect(await browser.check(wrong(answer))).toEqual({
      isSolved: false,
      triesLeft: 0,
      secondsLeft: 0,
      hasCookie: true,
    })
  })

  test('in Arabic figures with spaces is right too', async () => {
    const browser = openBrowser()
    await browser.get('audio', '&lang=ar')
    const typed = (await browser.rightAnswer()).replace(/\d/g, (digit) => ` ${'٠١٢٣٤٥٦٧٨٩'[Number(digit)]}`)
    expect((await browser.check(typed)).isSolved).toBe(true)
  })

  test('is refused after five wrong ones, and the audio then belongs to another challenge', async () => {
    const browser = openBrowser()
    await browser.get('image')
    const answer = await browser.rightAnswer()
    const left: number[] = []
    for (let index = 0; index < limits.captcha.tries; index++) left.push((await browser.check(wrong(answer))).triesLeft)
    expect(left).toEqual([4, 3, 2, 1, 0])
    expect((await browser.check(answer)).isSolved).toBe(false)
    await browser.get('audio')
    expect(await storedAnswers()).not.toEqual([answer])
    expect((await browser.check(wrong(await browser.rightAnswer()))).triesLeft).toBe(4)
  })

  test('is refused after ten minutes', async () => {
    const browser = openBrowser()
    await browser.get('image')
    const answer = await browser.rightAnswer()
    portal.clock.advance(limits.captcha.seconds)
    expect(await browser.check(answer)).toEqual({ isSolved: false, triesLeft: 0, secondsLeft: 0, hasCookie: true })
  })

  test('from another browser, or without a cookie, belongs to no challenge', async () => {
    const browser = openBrowser()
    await browser.get('image')
    const answer = await browser.rightAnswer()
    const other = openBrowser()
    expect(await other.check(answer)).toEqual({ isSolved: false, triesLeft: 0, secondsLeft: 0, hasCookie: false })
    await other.get('image')
    const { rows } = await portal.database.pool.query('select answer from captcha_challenges order by id')
    expect((await other.check(rows[0].answer)).isSolved).toBe(rows[0].answer === rows[1].answer)
    expect((await browser.check(answer)).isSolved).toBe(true)
  })

  test('has five tries among fifty concurrent ones', async () => {
    const browser = openBrowser()
    await browser.get('image')
    const answer = await browser.rightAnswer()
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => browser.check(wrong(answer))))
    // After the fifth try none are left, and the later ones are refused.
    expect(
      outcomes
        .map(({ triesLeft }) => triesLeft)
        .sort((a, b) => b - a)
        .slice(0, 5),
    ).toEqual([4, 3, 2, 1, 0])
    const { rows } = await portal.database.pool.query('select tries from captcha_challenges')
    expect(rows).toEqual([{ tries: 5 }])
    expect((await browser.check(answer)).isSolved).toBe(false)
  })
})

describe('a report', () => {
  test('without a solved challenge is refused, and nothing of it is stored', async () => {
    const before = await countReports()
    const browser = openBrowser()
    expect(await browser.send()).toMatchObject(captchaRefused)
    await browser.get('image')
    expect(await browser.send()).toMatchObject(captchaRefused)
    await browser.check(wrong(await browser.rightAnswer()))
    const { body } = await browser.send()
    expect(body.result.descrizione).toContain('codice di verifica')
    expect(await countReports()).toBe(before)
    const solved = openBrowser()
    await solved.solve()
    expect((await openBrowser().send({}, { cookie: 'unar-visita=x' })).status).toBe(403)
    expect((await solved.send()).status).toBe(200)
  })

  test('consumes its challenge', async () => {
    const browser = openBrowser()
    await browser.solve()
    expect((await browser.send()).status).toBe(200)
    expect(await browser.send()).toMatchObject(captchaRefused)
    expect((await portal.database.pool.query('select from captcha_challenges')).rowCount).toBe(0)
  })

  test('with an error gets it with or without captcha, and consumes nothing', async () => {
    const browser = openBrowser()
    expect((await browser.send({ resoconto_fatti: '' })).status).toBe(400)
    await browser.solve()
    expect((await browser.send({ resoconto_fatti: '' })).status).toBe(400)
    const foreign = { cmis_id: 'b2f1c8de-7a55-4f3e-9a53-0d8a4c1f2e3b', nomeFile: 'di un altro.pdf' }
    const claimed = await browser.send({ listaAllegatoSegnalazione: [foreign] })
    expect({ status: claimed.status, campo: claimed.body.result.errori?.[0]?.campo }).toEqual({
      status: 400,
      campo: 'listaAllegatoSegnalazione',
    })
    expect((await browser.send()).status).toBe(200)
  })

  test('that is repeated under its key gets its answer without a second captcha', async () => {
    const browser = openBrowser()
    const key = { 'idempotency-key': 'ripetuta' }
    await browser.solve()
    const first = await browser.send({}, key)
    expect(first.status).toBe(200)
    expect((await browser.send({}, key)).body).toEqual(first.body)
    expect((await openBrowser().send({}, { ...key, cookie: '' })).body).toEqual(first.body)
  })

  test('sent twice at once with one solved challenge is one report, with keys or without', async () => {
    for (const keys of [[], ['a', 'b'], ['c', 'c']]) {
      const before = await countReports()
      const browser = openBrowser()
      await browser.solve()
      const send = (index: number) =>
        browser.send({ resoconto_fatti: 'Due volte.' }, keys[index] ? { 'idempotency-key': keys[index] } : {})
      const replies = await Promise.all([0, 1].map(send))
      expect(replies.map(({ status }) => status).sort()).toEqual([200, keys[0] === 'c' ? 200 : 403])
      expect(await countReports()).toBe(before + 1)
    }
  })

  test('may be sent for ten minutes after the challenge was solved, and no longer', async () => {
    const [slow, late] = [openBrowser(), openBrowser()]
    await slow.get('image')
    portal.clock.advance(limits.captcha.seconds - 60)
    expect((await slow.check(await slow.rightAnswer())).secondsLeft).toBe(600)
    await late.solve()
    portal.clock.advance(limits.captcha.seconds - 1)
    expect((await slow.send()).status).toBe(200)
    portal.clock.advance(1)
    expect(await late.send()).toMatchObject(captchaRefused)
  })

  test('of a second tab needs its own challenge: a new image does not invalidate a solved one', async () => {
    const browser = openBrowser()
    await browser.solve()
    await browser.solve()
    await browser.get('image')
    expect((await browser.send()).status).toBe(200)
    expect((await browser.send({ resoconto_fatti: 'Dalla seconda scheda.' })).status).toBe(200)
    expect(await browser.send()).toMatchObject(captchaRefused)
  })
})

describe('the limits of a network', () => {
  /** Sends `count` reports from one network, each with a captcha; returns their statuses. */
  async function sendFromSchool(env: Record<string, string>, reports: number): Promise<number[]> {
    const school = await startTestApp({ env: { CAPTCHA_FIXED: '', ...env }, beside: portal })
    const statuses: number[] = []
    for (let number = 0; number < reports; number++) {
      const browser = openBrowser(school)
      await browser.get(number % 3 === 0 ? 'audio' : 'image')
      await browser.check(await browser.rightAnswer())
      statuses.push((await browser.send({ resoconto_fatti: `Classe prima, banco ${number}.` })).status)
    }
    await school.close()
    return statuses
  }

  test('allow the configured number of reports per minute, each with its captcha', async () => {
    const before = await countReports()
    expect(await sendFromSchool({ REPORTS_PER_MINUTE: '30' }, 31)).toEqual([...Array(30).fill(200), 429])
    expect(await countReports()).toBe(before + 30)
  })

  if (isLongSeries)
    test('allow 300 reports a minute, such as from a school, by default', { timeout: 180_000 }, async () => {
      expect(await sendFromSchool({}, 300)).toEqual(Array(300).fill(200))
    })

  test('are four challenges and four answers per report, shared by all servers', async () => {
    const env = { REPORTS_PER_MINUTE: '2', CAPTCHA_FIXED: '' }
    const [one, two] = [await startTestApp({ env, beside: portal }), await startTestApp({ env, beside: portal })]
    for (const server of [one, two]) server.clock.set(new Date('2026-11-21T09:00:00.000Z'))
    const statuses: number[] = []
    for (let index = 0; index < 9; index++)
      statuses.push((await openBrowser(index % 2 === 0 ? one : two).get('image')).statusCode)
    expect(statuses).toEqual([...Array(8).fill(200), 429])
    const check = () => two.inject({ method: 'GET', url: `${api}/captcha/checkCaptcha?answer=1` })
    const checked: number[] = []
    for (let index = 0; index < 9; index++) checked.push((await check()).statusCode)
    expect(checked).toEqual([...Array(8).fill(200), 429])
    expect((await check()).headers['retry-after']).toBe('60')
    await one.close()
    await two.close()
  })
})

describe('pictures drawn ahead of need', () => {
  /** A server whose pictures are their answers in plain text, with a stock of 32; `drawn` lists all pictures. */
  async function startWithPlainPictures(env: Record<string, string> = {}) {
    const drawn: string[] = []
    const run = async (name: 'captchaImage' | 'captchaAudio', input: never, network: string) => {
      if (name === 'captchaAudio') return testParsers.run(name, input, network)
      drawn.push(input)
      return Buffer.from(input)
    }
    const parsers = { ...testParsers, run: run as Parsers['run'] }
    const server = await startTestApp({ env: { CAPTCHA_FIXED: '', ...env }, beside: portal, parsers })
    await portal.database.pool.query('delete from request_counts')
    const first = (await openBrowser(server).get('image')).body
    await expect.poll(() => drawn.length).toBe(1 + 32)
    return { server, drawn, first }
  }

  test('show the answer that is accepted, each to one browser, for ten minutes from then', async () => {
    const { server, drawn, first } = await startWithPlainPictures()
    server.clock.advance(24 * 3600)
    const shown = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const browser = openBrowser(server)
        const answer = (await browser.get('image')).body
        expect(await browser.check(wrong(answer))).toEqual({
          isSolved: false,
          triesLeft: 4,
          secondsLeft: 600,
          hasCookie: true,
        })
        expect((await browser.check(answer)).isSolved).toBe(true)
        return answer
      }),
    )
    expect(shown).toEqual(expect.arrayContaining(drawn.slice(1, 33)))
    const places = [first, ...shown].map((answer) => drawn.indexOf(answer))
    expect(new Set(places).size).toBe(41)
    await server.close()
  })

  test('show the answer of the sound if that was requested first', async () => {
    const { server } = await startWithPlainPictures()
    const browser = openBrowser(server)
    await browser.get('audio')
    const heard = await browser.rightAnswer()
    expect((await browser.get('image')).body).toBe(heard)
    expect((await browser.check(heard)).isSolved).toBe(true)
    await server.close()
  })

  test('are not used up by requests beyond the limit of a network', async () => {
    const { server, drawn } = await startWithPlainPictures({ REPORTS_PER_MINUTE: '1' })
    const ask = async () => (await openBrowser(server).get('image')).statusCode
    const statuses = await Promise.all(Array.from({ length: 40 }, ask))
    expect(statuses.filter((status) => status === 200)).toHaveLength(3)
    expect(statuses.filter((status) => status === 429)).toHaveLength(37)
    expect(drawn).toHaveLength(33)
    await server.close()
  })
})

test('every challenge has the fixed answer', async () => {
  const fixed = await startTestApp({ env: { CAPTCHA_FIXED: ' 135 790 ' }, beside: portal })
  for (let index = 0; index < 3; index++) {
    const browser = openBrowser(fixed)
    await browser.get('image')
    expect((await browser.check('135790')).isSolved).toBe(true)
    expect((await browser.send()).status).toBe(200)
  }
  await fixed.close()
})

test('the hourly retention deletes expired challenges, solved or not', async () => {
  const [solved, unsolved, fresh] = [openBrowser(), openBrowser(), openBrowser()]
  await solved.solve()
  await unsolved.get('image')
  portal.clock.advance(limits.captcha.seconds + 1)
  await fresh.get('image')
  await portal.services.retention.run('hourly')
  expect(await storedAnswers()).toHaveLength(1)
  expect((await portal.database.pool.query('select from captcha_challenges')).rowCount).toBe(1)
})
