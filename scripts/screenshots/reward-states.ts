/**
 * Creates players with rewards in every state for the screenshots: quests from started to claimed, a level, bonuses
 * that are offered, active and ended, and tournaments before, during and after their run.
 */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import type { LocaleCode } from '#contract/locales.ts'
import {
  fund,
  launchGame,
  registerPlayer,
  type SitePlayer,
  startDeposit,
  studioCall,
  until,
} from '#tests/product/site-player.ts'
import { siteDesk } from '#tests/product/site-desk.ts'
import type { Site } from '#tests/setup/site.ts'

export type RewardPlayers = { regular: SitePlayer; bonus: SitePlayer }

const newcomers = new Map<string, { site: Site; player: SitePlayer }>()

/** Registers a player below the second level, whose messages are in this language. Returns the token of the session. */
export async function createNewcomer(site: Site, locale: LocaleCode): Promise<string> {
  const player = await registerPlayer(site, { locale })
  await fund(player, 50_000)
  newcomers.set(player.token, { site, player })
  return player.token
}

/** Takes the newcomer of this page to the second level while the page is open. */
export async function raiseLevel(page: Page): Promise<void> {
  const cookies = await page.context().cookies()
  const { site, player } = newcomers.get(cookies.find(({ name }) => name === 'access_token')!.value)!
  await settle(site, player, { game: 'dice', stake: 40_000, win: 0 })
}

const slots = ['tidepool', 'ember-forge', 'glacier-fox', 'lantern-harbor', 'saffron-caravan', 'midnight-botanica']
const rivals = ['Marlow', 'Ines K.', 'northwind', 'Tomasz', 'Vega_21', 'Adaeze', 'Kestrel', 'Oona']
/** The time until the short tournament is published, and the time in which its rounds are played. */
const [publishMs, termMs] = [70_000, 80_000]

/** Creates the players with messages in this language, because a message stays in the language in which it was sent. */
export async function createRewardStates(site: Site, locale: LocaleCode): Promise<RewardPlayers> {
  const [regular, bonus] = await Promise.all([createRegular(site, locale), createBonusPlayer(site, locale)])
  return { regular, bonus }
}

/** Plays the tournaments with others; resolves once the results of the short one are final. */
export async function playTournaments(site: Site, deskUrl: string, regular: SitePlayer): Promise<void> {
  const others = await Promise.all(rivals.map((nickname) => registerPlayer(site, { nickname })))
  await defineShortTournament(site, deskUrl)
  const isSprint = ({ identity }: { identity: string }) => identity.startsWith('autumn-sprint')
  await until(
    async () => (await listTournaments(regular)).running.some(isSprint),
    'the short tournament begins',
    180_000,
  )
  const tournaments = await listTournaments(regular)
  for (const [index, player] of [regular, ...others].entries()) {
    if (player !== regular) await fund(player, 3000)
    const cup = tournaments.next.find(({ entry }) => entry === 'buy-in')
    if (cup && index < 5)
      await expectOk(
        player.call('POST', `/api/retention/tournaments/${cup.identity}/entry`, { price: 500, currency: 'EUR' }),
      )
    for (const { identity, entry } of tournaments.running)
      if (entry === 'confirmed') await expectOk(player.call('POST', `/api/retention/tournaments/${identity}/join`))
    for (let rounds = 0; rounds < 4; rounds++)
      await settle(site, player, { game: 'dice', stake: 100, win: 40 * ((rounds * 3 + index * 2) % 11) })
  }
  const isFinished = async () => {
    const answer = await fetch(`${site.url}/api/retention/tournaments`)
    const { past } = (await answer.json()) as TournamentList
    return past.some((each) => isSprint(each) && each.state === 'finished')
  }
  await until(isFinished, 'the tournament of the screenshots is finished', 300_000)
}

type TournamentList = Record<'running' | 'next' | 'past', Array<{ identity: string; entry: string; state: string }>>
const listTournaments = async (player: SitePlayer): Promise<TournamentList> =>
  (await player.call('GET', '/api/retention/tournaments')).body

async function createRegular(site: Site, locale: LocaleCode): Promise<SitePlayer> {
  const player = await registerPlayer(site, { nickname: 'Dana', locale })
  await fund(player, 100_000)
  for (const quest of ['explorer', 'good-catch', 'three-in-a-row', 'harbor-week'])
    await expectOk(player.call('PUT', `/api/retention/quests/${quest}/activate`))
  await fund(player, 2000)
  for (const game of slots) await settle(site, player, { game, stake: 200, win: 160 })
  await settle(site, player, { game: 'ember-forge', stake: 100, win: 1400 })
  await settle(site, player, { game: 'tidepool', stake: 1500, win: 1200 })
  for (let rounds = 0; rounds < 20; rounds++)
    await settle(site, player, { game: 'lantern-harbor', stake: 100, win: rounds % 3 === 0 ? 240 : 0 })
  // The edge of dice is 1 % of a stake, which gives 100 points for 400 euros.
  await settle(site, player, { game: 'dice', stake: 40_000, win: 39_600 })
  await claim(player, 'explorer')
  await until(async () => (await player.call('GET', '/api/retention/account')).body.currentLevel.order === 2, 'a level')
  return player
}

async function createBonusPlayer(site: Site, locale: LocaleCode): Promise<SitePlayer> {
  const player = await registerPlayer(site, { nickname: 'Noor', locale })
  await expectOk(player.call('POST', '/api/game/bonuses/bonuscodes', { bonusCode: 'HARBOUR50', trigger: 3 }))
  await fund(player, 5000, { bonusId: 'harbour-50' })
  const [first] = (await player.call('GET', '/api/game/player-bonuses?status[]=1&status[]=2')).body
  await expectOk(player.call('PUT', `/api/game/player-bonuses/${first.id}/cancel`))
  await fund(player, 3000, { bonusId: 'welcome-second' })
  for (let rounds = 0; rounds < 16; rounds++)
    await settle(site, player, { game: 'tidepool', stake: 400, win: rounds % 2 === 0 ? 600 : 100 })
  const reply = await startDeposit(player, 2000, { bonusId: 'welcome-spins' })
  await fetch(`${reply.body.action}/decide`, { method: 'POST', body: new URLSearchParams({ decision: 'pay' }) })
  await until(
    async () => (await player.call('GET', '/api/game/player-freespins?status[]=1&status[]=2')).body.length > 0,
    'free spins are granted',
  )
  return player
}

async function claim(player: SitePlayer, quest: string): Promise<void> {
  const find = async () =>
    (await player.call('GET', '/api/retention/player-quests')).body.find(
      (each: { questId: string }) => each.questId === quest,
    )
  await until(async () => (await find())?.state === 3, `the quest ${quest} is completed`)
  await expectOk(player.call('PUT', `/api/retention/player-quests/${(await find()).id}/claim`))
}

/** Settles a round with this result, as the in-house studio would report it. */
async function settle(
  site: Site,
  player: SitePlayer,
  { game, stake, win }: { game: string; stake: number; win: number },
): Promise<void> {
  const round = { token: await launchGame(site, player, game), currency: 'EUR', gameId: game, roundId: randomUUID() }
  await expectOk(studioCall(site, 'bet', { ...round, transactionId: randomUUID(), amount: stake }))
  await expectOk(studioCall(site, 'win', { ...round, transactionId: randomUUID(), amount: win }))
}

/** Defines a tournament whose results are final before the screenshots are taken. */
async function defineShortTournament(site: Site, deskUrl: string): Promise<void> {
  const desk = await siteDesk(site, deskUrl)
  const start = Date.now() + publishMs
  const definition = {
    title: {
      en: 'Autumn Sprint',
      'pt-BR': 'Corrida de Outono',
      de: 'Herbstsprint',
      ar: 'سباق الخريف',
      es: 'Carrera de otoño',
      'fr-CA': 'Sprint d’automne',
    },
    description: {
      en: 'One short race: the sum of the multipliers of your first 20 rounds.',
      'pt-BR': 'Uma corrida curta: a soma dos multiplicadores das suas 20 primeiras rodadas.',
      de: 'Ein kurzes Rennen: die Summe der Multiplikatoren deiner ersten 20 Runden.',
      ar: 'سباق قصير: مجموع مضاعفات أول 20 جولة لك.',
      es: 'Una carrera corta: la suma de los multiplicadores de tus primeras 20 rondas.',
      'fr-CA': 'Une course courte : la somme des multiplicateurs de vos 20 premières parties.',
    },
    every: null,
    term: { startsAt: new Date(start).toISOString(), endsAt: new Date(start + termMs).toISOString() },
    entry: 'automatic',
    score: { by: 'multipliers', first: 20 },
    minStake: '0.10',
    games: null,
    currencies: null,
    holdMinutes: 1,
    prizes: [
      { from: 1, to: 1, reward: { kind: 'cash', amount: { base: '30' } } },
      { from: 2, to: 3, reward: { kind: 'cash', amount: { base: '10' } } },
      { from: 4, to: 6, reward: { kind: 'offer', bonusId: 'reward-spins-10' } },
    ],
  }
  const path = '/api/definitions/rewards/tournament/autumn-sprint'
  await expectOk(desk.call('POST', path, { data: definition, reason: 'screenshots' }))
  await expectOk(desk.call('POST', `${path}/1/schedule`, { startsAt: null, endsAt: null }))
}

async function expectOk(call: Promise<{ status: number; body: unknown }>): Promise<void> {
  const { status, body } = await call
  if (status >= 300) throw new Error(`A call for the screenshots answered ${status}: ${JSON.stringify(body)}`)
}
