import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localeCodes } from '#contract/locales.ts'
import { checkStudio } from '#studio-sdk/conformance.ts'
import { signatureHeader, signBody } from '#studio-sdk/signature.ts'
import { games, listedGames, stakes, winOf } from './games.ts'
import { gamePage } from './page.ts'
import { createStudio, type Studio } from './studio.ts'
import { languageOf, languages, wordsIn } from './words.ts'

const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
const [siteKeys, studioKeys] = [pair(), pair()]
let studio: Studio
let server: Server
let url = ''
let walletPort = 0

beforeAll(async () => {
  const port = createServer()
  await new Promise<void>((resolve) => port.listen(0, '127.0.0.1', resolve))
  walletPort = (port.address() as AddressInfo).port
  await new Promise((resolve) => port.close(resolve))
  studio = createStudio({
    privateKey: studioKeys.privateKey,
    publicKey: siteKeys.publicKey,
    walletUrl: () => `http://127.0.0.1:${walletPort}`,
    publicUrl: () => url,
    timeoutMs: 1_000,
  })
  server = createServer((request, response) => void studio.handle(request, response, request.url ?? ''))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  studio.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** Plays as the game's page does. */
async function play(gameUrl: string, rounds: number): Promise<void> {
  const session = gameUrl.split('/').at(-1)
  const { stakes: offered } = (await (await fetch(`${url}/state/${session}`)).json()) as { stakes: number[] }
  for (let n = 0; n < rounds; n++) {
    const answer = await fetch(`${url}/round/${session}`, {
      method: 'POST',
      body: JSON.stringify({ choice: n % 2, stake: offered[0] }),
    })
    if (((await answer.json()) as { win?: number }).win) return
  }
}

// Shows: 11.43
test('the sandbox studio passes the conformance checks of the SDK, also with delays and with every call sent three times', async () => {
  const run = () =>
    checkStudio({ studioUrl: url, privateKey: siteKeys.privateKey, publicKey: studioKeys.publicKey, walletPort, play })
  const findings = await run()
  expect(findings.filter(({ problem }) => problem !== null)).toEqual([])
  expect(findings.length).toBeGreaterThan(8)
  for (const fault of [{ copies: 3 }, { slowMs: 5 }]) {
    Object.assign(studio.faults, fault)
    expect(
      (await run()).filter(({ problem }) => problem !== null),
      JSON.stringify(fault),
    ).toEqual([])
    Object.assign(studio.faults, { copies: 1, slowMs: 0 })
  }
})

test('the conformance checks fail for a studio whose calls are signed with another key', async () => {
  const findings = await checkStudio({
    studioUrl: url,
    privateKey: siteKeys.privateKey,
    publicKey: pair().publicKey,
    walletPort,
    play,
    patienceMs: 50,
  })
  expect(findings.filter(({ problem }) => problem !== null).map(({ guarantee }) => guarantee)).toContain(
    'signs every call, and names player, token, game and currency',
  )
})

test('each game has the listed return, and every win at every stake is a whole amount', () => {
  for (const game of games) {
    const listed = listedGames('').find(({ game_code }) => game_code === game.code)!
    for (const offered of Object.values(stakes))
      for (const stake of offered) {
        const paid = Array.from({ length: game.choices }, (_, result) => winOf(game, stake, 0, result))
        expect(paid.every(Number.isSafeInteger)).toBe(true)
        const returned = paid.reduce((sum, win) => sum + win, 0) / (stake * game.choices)
        expect(returned * 100).toBeCloseTo(Number(listed.rtp), 10)
      }
    // In euro a win is a whole cent.
    for (const stake of stakes.EUR!) expect(winOf(game, stake, 0, 0) % 1000).toBe(0)
  }
})

test('the studio answers 404 to unknown paths and refuses choices and stakes that it does not offer', async () => {
  for (const path of ['/', '/play/none', '/state/none', '/art/none.svg', '/../main.ts', '/client.ts'])
    expect((await fetch(url + path)).status, path).toBe(404)
})

test("the studio's games have every text in every locale of the site", () => {
  expect(languages.toSorted()).toEqual(localeCodes.toSorted())
  const keys = Object.keys(wordsIn('en'))
  for (const language of languages) {
    const { games: ofGames, ...words } = wordsIn(language)
    expect(Object.keys(wordsIn(language)), language).toEqual(keys)
    expect(words.won, language).toContain('{amount}')
    expect(words.playFree, language).toContain('{left}')
    for (const game of games) {
      const { line, choices } = ofGames[game.code]!
      expect(choices.length, `${language} ${game.code}`).toBe(game.choices)
      expect(line, language).toContain('{times}')
      const page = gamePage(game, { site: 'http://site.test', theme: 'dark', language })
      for (const text of [...choices, words.yourCall, words.stake, `lang="${language}"`]) expect(page).toContain(text)
      // The page contains no text of another language.
      for (const other of languages.filter((each) => each !== language))
        expect(page).not.toContain(wordsIn(other).games[game.code]!.line.split('{')[0])
    }
  }
  expect([languageOf('fr'), languageOf('pt-BR')]).toEqual(['en', 'pt-BR'])
})

test("the address of a game opens in the site's language", async () => {
  const open = (lang: string) =>
    signedPost('/game/url', {
      operator_id: 1,
      game_code: 'two-moons',
      currency: 'XXX',
      platform: 'GPL_MOBILE',
      lang,
      country: 'DE',
      ip: '127.0.0.1',
      lobby_url: 'http://site.test',
      deposit_url: 'http://site.test',
    })
  for (const [lang, text] of [
    ['de', 'Zwei Monde'],
    ['ar', 'قمران'],
    ['xx', 'Two moons'],
  ] as const)
    expect(await (await fetch(await open(lang))).text()).toContain(text)
})

async function signedPost(path: string, body: object): Promise<string> {
  const text = JSON.stringify(body)
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [signatureHeader]: signBody(text, siteKeys.privateKey) },
    body: text,
  })
  return ((await answer.json()) as { url: string }).url
}
