/** Tests of the stage's views in all states and locales, rendered from fixtures. */
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { localeCodes as locales } from '#contract/locales.ts'
import type { PlayerBonus } from '#contract/bonuses.ts'
import type { FairRound, GameDetails, PlaySession } from '#contract/games.ts'
import { type RenderOptions, textOf } from '#tests/setup/markup.tsx'
import { apiKey } from '../../api/use-api.ts'
import { openBonusesRequest, playerBonusRoutes } from '../bonuses/player-bonus-request.ts'
import { RoundView } from '../fairness/round-view.tsx'
import BonusPanel from './bonus-panel.tsx'
import { GameMark } from './game-mark.tsx'
import { GamePoster } from './game-poster.tsx'
import { MiniPlayer } from './mini-player.tsx'
import { OpenRoundNotice } from './open-round-notice.tsx'
import { BonusLine, FreeSpinsLine, RealityCheckLine, SpinsWaitingLine } from './play-line.tsx'
import { SessionBar } from './session-bar.tsx'
import { FreeSpinsSummary, OutOfFunds } from './stage-panels.tsx'
import { PlayFigures } from '../../modals/reality-check.tsx'
import { StageScreen } from './stage-screen.tsx'
import { StatisticsView } from './statistics.tsx'

const seenIn = (locale: string): RenderOptions => ({
  locale,
  path: '/games/dice',
  search: '?play=real',
  answers: [
    [apiKey('GET /api/wallet/accounts'), [{ ...funds, currency: 'EUR', status: 1 }]],
    [apiKey(playerBonusRoutes.bonus, openBonusesRequest), [bonus]],
    [
      apiKey('GET /api/game/open-rounds'),
      [
        { gameId: 'dice', currency: 'EUR' },
        { gameId: 'tidepool', currency: 'USD' },
      ],
    ],
  ],
})
const stageText = (view: ReactNode, locale = 'en') => textOf(view, seenIn(locale))

test('the page of a game with an open round offers to continue it', () => {
  const poster = (id: string, kind: GameDetails['kind'] = game.kind) =>
    stageText(<GamePoster game={{ ...game, id, kind }} isSignInAsked={false} />)
  expect(poster('dice')).toContain('Continue your round')
  // On a table it is a hand: of those games, only those of cards have rounds of several steps.
  expect(poster('dice', 'table')).toContain('Continue your hand')
  expect(poster('dice')).not.toContain('Play for real')
  expect(poster('limbo')).toContain('Play for real')
})

const ignore = () => undefined
const funds = { balance: 97_50, bonusBalance: 50_00 }
const game: GameDetails = {
  id: 'dice',
  identity: 'dice',
  name: 'Dice',
  provider: { id: 'studio', name: 'Studio' },
  collections: [],
  thumbnails: { portrait: '/tile.svg', dominantColor: '#000' },
  kind: 'dice',
  volatility: 'low',
  rtp: 99,
  maxWinMultiplier: 100,
  hasDemo: true,
  isNew: false,
  features: ['provably-fair'],
  description: 'Roll.',
  rules: [],
  symbols: {},
  hitRate: null,
  maxWinOneIn: 10_101,
  deviation: 1,
  mathsVersion: '1.0.0',
  mathsHash: 'b'.repeat(64),
  stakes: [{ currency: 'EUR', min: 10, max: 100_00 }],
}
const spins = { currency: 'EUR', stake: 20, used: 3, total: 25, won: 180 }
const bonus: PlayerBonus = {
  id: '01990000-0000-7000-8000-000000000001',
  bonusId: 'welcome',
  name: 'Welcome',
  status: 2,
  result: 1,
  amount: 50_00,
  currency: 'EUR',
  packageId: null,
  issueSessionId: null,
  maxBetAmount: 5_00,
  contribution: {
    kinds: [
      { kind: 'slot', percent: 100 },
      { kind: 'dice', percent: 0 },
    ],
    games: [],
  },
  wagerTotal: 500_00,
  wagerRemaining: 400_00,
  unsettledStake: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-02-01T00:00:00.000Z',
  version: 1,
}
const session: PlaySession = {
  startedAt: '2026-01-01T00:00:00.000Z',
  currency: 'EUR',
  net: -2_50,
  inPlay: 0,
  statistics: {
    since: '2026-01-01T00:00:00.000Z',
    rounds: 12,
    staked: 12_00,
    won: 9_50,
    net: -2_50,
    biggestWin: 4_00,
    line: [-100, 300, 200],
  },
}
const round: FairRound = {
  id: '01990000-0000-7000-8000-000000000002',
  game: { id: 'dice', name: 'Dice', thumbnail: '' },
  mode: 'real',
  status: 'settled',
  currency: 'EUR',
  stake: 1_00,
  extraStake: 0,
  payout: 2_00,
  choice: { target: 4950, direction: 'under' },
  outcome: { target: 4950, direction: 'under', roll: 1234, isWin: true, payout: 2_00 },
  serverSeedHash: 'a'.repeat(64),
  serverSeed: null,
  clientSeed: 'mine',
  drawn: null,
  nonce: 7,
  mathsVersion: '1.0.0',
  mathsHash: 'b'.repeat(64),
  createdAt: '2026-01-01T00:00:00.000Z',
  isOwn: true,
}
const actions = { address: '/rounds/x', busy: null, onReveal: ignore, onVerify: ignore }

const states: Record<string, ReactNode> = {
  'mini player': (
    <MiniPlayer
      game={{ id: 'dice', name: 'Dice' }}
      mode="real"
      balance={{ amount: 97_50, currency: 'EUR' }}
      onClose={ignore}
    />
  ),
  'free spins': <FreeSpinsLine progress={spins} onCash={ignore} isLocked={false} />,
  'free spins waiting': <SpinsWaitingLine left={22} onSpins={ignore} isLocked={false} />,
  'end of free spins': <FreeSpinsSummary progress={{ ...spins, used: 25 }} onCash={ignore} onLeave={ignore} />,
  wagering: <BonusLine bonus={bonus} percent={100} account={funds} />,
  'excluded game': <BonusLine bonus={bonus} percent={0} account={funds} />,
  'bonus panel': <BonusPanel bonus={bonus} percent={100} account={funds} />,
  'bonus panel of an excluded game': <BonusPanel bonus={bonus} percent={0} account={funds} />,
  'bonus panel of a game that counts in part': <BonusPanel bonus={bonus} percent={20} account={funds} />,
  'poster of an excluded game': <GamePoster game={game} isSignInAsked={false} />,
  'poster with a bonus': <GamePoster game={{ ...game, id: 'tidepool', kind: 'slot' }} isSignInAsked={false} />,
  'tile marks': <GameMark game={game} />,
  'round in another currency': <OpenRoundNotice gameId="tidepool" currency="EUR" isInRound={false} />,
  'out of funds': (
    <OutOfFunds needed={5_00} currency="EUR" affordable={2_00} onLower={ignore} demo="/games/dice?play=demo" />
  ),
  'nothing left': (
    <OutOfFunds needed={5_00} currency="EUR" affordable={null} onLower={ignore} demo="/games/dice?play=demo" />
  ),
  demo: <SessionBar mode="demo" balance={{ amount: 1000_00, currency: 'EUR' }} session={undefined} />,
  loading: <SessionBar mode="real" balance={null} session={undefined} />,
  'real play': <SessionBar mode="real" balance={{ amount: 97_50, currency: 'EUR' }} session={session} />,
  'last minute before a reality check': (
    <SessionBar mode="real" balance={null} session={session} playing={<RealityCheckLine secondsLeft={42} />} />
  ),
  'reality check': (
    <PlayFigures
      play={{
        startedAt: '2026-01-01T00:00:00.000Z',
        elapsedSeconds: 3725,
        dueAt: '2026-01-01T01:00:00.000Z',
        dueInSeconds: 0,
        resumesInSeconds: 0,
        totals: [{ currency: 'EUR', staked: 12_00, won: 9_50, inPlay: 0, net: -2_50 }],
      }}
    />
  ),
  'launch refused by a reality check': (
    <StageScreen
      name="Dice"
      frame={{ current: null }}
      url={undefined}
      isReady={false}
      refusal="realityCheckDue"
      hasEnded={false}
      isMini={false}
      onAgain={ignore}
    />
  ),
  'launch of a game that has left the catalogue': (
    <StageScreen
      name="Dice"
      frame={{ current: null }}
      url={undefined}
      isReady={false}
      refusal="gameNotFound"
      hasEnded={false}
      isMini={false}
      onAgain={ignore}
    />
  ),
  statistics: <StatisticsView session={session} />,
  'secret round': <RoundView round={round} canReveal {...actions} />,
  'revealed round': <RoundView round={{ ...round, serverSeed: 'c'.repeat(64) }} canReveal {...actions} />,
  "another player's round": <RoundView round={{ ...round, isOwn: false }} canReveal={false} {...actions} />,
  'open round': <RoundView round={{ ...round, status: 'open', outcome: null, payout: 0 }} canReveal {...actions} />,
}

test.each(locales.flatMap((locale) => Object.keys(states).map((state) => [state, locale] as const)))(
  'the view "%s" has all its texts in %s',
  (state, locale) => {
    const text = stageText(states[state], locale)
    expect(text.trim()).not.toBe('')
    // A missing label would be shown as its key.
    expect(text).not.toMatch(/\b[a-z]+[A-Z]\w+\b|\w_\w/)
  },
)

// Shows: 10.16
test('player protection 16, 17: the bar shows balance, net result, time as h:m:s, and the last minute before a reality check', () => {
  expect(stageText(states['real play'])).toMatch(
    /Balance.*€97\.50.*Net since.*\u2212€2\.50.*Time played.*\d+:\d\d:\d\d/,
  )
  expect(stageText(states['last minute before a reality check'])).toContain('Reality check in 42 s')
})

test('player protection 17: a reality check shows time, net result, staked and won', () => {
  expect(stageText(states['reality check'])).toMatch(
    /Time played since.*1:02:05.*Net result.*\u2212€2\.50.*Staked.*€12\.00.*Paid out.*€9\.50/,
  )
  expect(stageText(states['launch refused by a reality check'])).toContain('A reality check is due')
})

// Shows: change 19
test('for a game that has left the catalogue, the stage links to the lobby and does not offer to reopen it', () => {
  const text = stageText(states['launch of a game that has left the catalogue'])
  expect(text).toMatch(/This game is no longer available.*Lobby/)
  expect(text).not.toContain('Reopen game')
})

test('the mini player shows the game, the balance and a link back', () => {
  expect(stageText(states['mini player'])).toMatch(/Continue.*Dice.*€97\.50/)
})

test('the line shows the number of the free spin, and the summary count and payout', () => {
  expect(stageText(states['free spins'])).toContain('Free spin 4 of 25')
  expect(stageText(states['free spins waiting'])).toContain('Play 22 free spins')
  expect(stageText(states['end of free spins'])).toMatch(/25 of 25 free spins played.*€1\.80/)
})

test('out of funds offers a deposit, and a lower stake only if one is affordable', () => {
  expect(stageText(states['out of funds'])).toMatch(/€5\.00.*Lower stake to €2\.00.*Deposit/)
  expect(stageText(states['nothing left'])).toMatch(/€5\.00.*Deposit/)
  expect(stageText(states['nothing left'])).not.toContain('Lower stake')
})

// Shows: 10.15
test('the bar shows one balance and the net result with a minus sign, and no net result in demo play', () => {
  const text = stageText(states['real play'])
  expect(text.match(/€97\.50/g)).toHaveLength(1)
  expect(text).toContain('\u2212€2.50')
  expect(stageText(states['demo'])).not.toContain('Net since')
})

// Shows: 10.15
test('with a bonus the bar shows cash and bonus money separately, and the panel the order and maximum of stakes', () => {
  for (const state of ['wagering', 'excluded game', 'bonus panel'])
    expect(stageText(states[state])).toMatch(/Cash.*€47\.50.*Bonus money.*€50\.00/)
  expect(stageText(states['bonus panel'])).toMatch(
    /Cash is staked first.*Left to wager.*€400\.00.*Maximum stake.*€5\.00/,
  )
  expect(stageText(states['bonus panel of an excluded game'])).toMatch(/You play with cash only.*Maximum stake.*€5\.00/)
})

test('a bonus shows its wagering progress, or that the game is excluded', () => {
  expect(stageText(states['wagering'])).toMatch(/€100\.00 \/ ?€500\.00/)
  expect(stageText(states['excluded game'])).toContain('does not apply to this game')
})

test('a round can be revealed by its own player only, and verified once it is revealed', () => {
  expect(stageText(states['secret round'])).toMatch(/12\.34.*Wins under 49\.50.*€1\.00.*€2\.00.*Reveal my seed now/)
  expect(stageText(states['secret round'])).not.toContain('Verify round')
  expect(stageText(states['revealed round'])).toContain('Verify round')
  expect(stageText(states["another player's round"])).not.toContain('Reveal my seed now')
})

test('the poster shows whether a bonus applies to the game, and its maximum stake', () => {
  expect(stageText(states['poster of an excluded game'])).toMatch(
    /Your bonus does not apply to this game.*While your bonus is active, the maximum stake is €5\.00/,
  )
  expect(stageText(states['poster with a bonus'])).toContain('Maximum stake: €5.00')
})

test('the real-play button contains the balance in brackets', () => {
  expect(stageText(<GamePoster game={{ ...game, id: 'limbo' }} isSignInAsked={false} />)).toMatch(
    /Play for real \( €97\.50 \)/,
  )
})

test('a tile shows an open round and that the bonus does not apply, or nothing', () => {
  expect(stageText(states['tile marks'])).toMatch(/does not apply to this game.*Continue/)
  expect(stageText(<GameMark game={{ id: 'glacier-fox', name: 'Glacier Fox', kind: 'slot' }} />)).toBe('')
})

// Shows: pair open round/account switch
test('a round in another currency offers a switch to it, and one in the active currency shows no notice', () => {
  expect(stageText(states['round in another currency'])).toContain('Switch to USD to continue')
  expect(stageText(<OpenRoundNotice gameId="dice" currency="EUR" isInRound={false} />)).toBe('')
  expect(stageText(<OpenRoundNotice gameId="tidepool" currency="EUR" isInRound />)).toBe('')
})
