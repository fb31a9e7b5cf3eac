/** Rounds with their draws and results, found by counting up the nonce until a round shows what it is to show. */
import type { Act, View } from '#contract/rounds.ts'
import type { FloorChoice } from '#contract/floor-rounds.ts'
import { openDraw, sha256Hex } from '../fairness.ts'
import { type GameMaths, isStepped, type SteppedMaths } from '../maths.ts'
import type { Choice, Outcome } from '../slot-engine/outcome.ts'
import { recompute } from '../verifier/recompute.ts'

export type Vector = {
  shows: string
  serverSeed: string
  clientSeed: string
  nonce: number
  stake: number
  choice: Choice
  acts?: readonly Act[]
  /** In their order: the bound, and the number below it. */
  draws: Array<[bound: number, value: number]>
  /** The result without what the choice already says. Of slots, the stops and the payout of every spin. */
  outcome: Record<string, unknown>
  payout: number
}

/** What a vector is to show. `act` returns the next act of a round of several steps. */
type Wish = {
  shows: string
  /** In units of the game. */
  units: number
  choice?: (stake: number) => FloorChoice | Choice
  act?: (view: View, taken: number) => Act
  isShown?: (outcome: Outcome, draws: number) => boolean
}

const paid = ({ payout }: Outcome) => payout > 0
const lost = ({ payout }: Outcome) => payout === 0
const spinsOf = (outcome: Outcome) => ('spins' in outcome ? outcome.spins : [])
const handsOf = (outcome: Outcome) =>
  'view' in outcome && outcome.view.game === 'blackjack' ? outcome.view.hands.map(({ cards }) => cards) : []
const insuranceOf = (outcome: Outcome) =>
  'view' in outcome && outcome.view.game === 'blackjack' ? (outcome.view.insurance?.payout ?? 0) : 0
const cardsOf = (outcome: Outcome) => ('banker' in outcome ? outcome.player.length + outcome.banker.length : 0)

/** Cashes out after so many steps. */
const afterSteps =
  (steps: number, step: (view: View, taken: number) => Act) =>
  (view: View, taken: number): Act =>
    taken < steps ? step(view, taken) : { type: 'cashOut' }
const likelier = (view: View): Act => {
  const [higher, lower] = view.game === 'hilo' ? [view.higher ?? Infinity, view.lower ?? Infinity] : []
  return { type: higher! < lower! ? 'higher' : 'lower' }
}
const preferring =
  (...moves: Act['type'][]) =>
  (view: View): Act => ({
    type: moves.find((move) => view.game === 'blackjack' && (view.moves as string[]).includes(move)) ?? 'stand',
  })

/** Every position of a table gets one unit, and the first one what is left. */
const onEach = (positions: string[]) => (stake: number) => {
  const share = Math.floor(stake / 20 / positions.length) * 20
  const first = stake - share * (positions.length - 1)
  return { bets: positions.map((position, index) => ({ position, amount: index === 0 ? first : share })) }
}
const wheelBets = onEach(['red', '17', '0-1-2-3', '8-9', '25-26-27', '13-14-16-17', 'dozen2', 'column1', 'low', 'odd'])

const blackjackWishes: Wish[] = [
  {
    shows: 'splits',
    units: 1,
    act: preferring('decline', 'split', 'hit'),
    isShown: (outcome) => handsOf(outcome).length > 2,
  },
  {
    shows: 'insurance that pays',
    units: 2,
    act: preferring('insure', 'stand'),
    isShown: (outcome) => insuranceOf(outcome) > 0,
  },
  { shows: 'a doubled hand that wins', units: 3, act: preferring('decline', 'double'), isShown: paid },
  {
    shows: 'a blackjack',
    units: 1,
    act: preferring('decline'),
    isShown: (outcome) => handsOf(outcome)[0]?.length === 2 && outcome.payout === 25,
  },
]
const pokerWishes: Wish[] = [
  { shows: 'two held cards', units: 1, act: () => ({ type: 'draw', hold: [0, 2] }), isShown: paid },
  { shows: 'five new cards', units: 2, act: () => ({ type: 'draw', hold: [] }), isShown: paid },
  { shows: 'five held cards', units: 1, act: () => ({ type: 'draw', hold: [0, 1, 2, 3, 4] }), isShown: paid },
]

const wishes: Record<string, Wish[]> = {
  dice: [
    { shows: 'a win under', units: 1, choice: () => ({ target: 4_950, direction: 'under' }), isShown: paid },
    { shows: 'a win over', units: 7, choice: () => ({ target: 8_999, direction: 'over' }), isShown: paid },
    { shows: 'a loss', units: 1, choice: () => ({ target: 100, direction: 'under' }), isShown: lost },
  ],
  limbo: [
    { shows: 'a win', units: 3, choice: () => ({ target: 2.5 }), isShown: paid },
    { shows: 'a high target', units: 1, choice: () => ({ target: 300.1 }), isShown: paid },
    { shows: 'a loss', units: 1, choice: () => ({ target: 1.1 }), isShown: lost },
  ],
  wheel: [
    { shows: 'low risk', units: 1, choice: () => ({ risk: 'low', segments: 30 }), isShown: paid },
    { shows: 'medium risk', units: 1, choice: () => ({ risk: 'medium', segments: 50 }), isShown: paid },
    { shows: 'high risk', units: 1, choice: () => ({ risk: 'high', segments: 10 }), isShown: paid },
  ],
  plinko: [
    { shows: 'low risk', units: 1, choice: () => ({ risk: 'low', rows: 8 }) },
    { shows: 'medium risk', units: 1, choice: () => ({ risk: 'medium', rows: 13 }) },
    { shows: 'high risk', units: 1, choice: () => ({ risk: 'high', rows: 16 }), isShown: ({ payout }) => payout > 20 },
  ],
  keno: [
    { shows: 'low risk', units: 1, choice: () => ({ risk: 'low', picks: [7] }), isShown: paid },
    { shows: 'medium risk', units: 2, choice: () => ({ risk: 'medium', picks: [4, 13, 19, 27, 38] }), isShown: paid },
    {
      shows: 'high risk',
      units: 1,
      choice: () => ({ risk: 'high', picks: [1, 2, 3, 5, 8, 13, 21, 34, 39, 40] }),
      isShown: paid,
    },
  ],
  diamonds: [
    { shows: 'a win', units: 1, choice: () => null, isShown: paid },
    { shows: 'a full house', units: 1, choice: () => null, isShown: ({ payout }) => payout === 50 },
    { shows: 'a loss', units: 1, choice: () => null, isShown: lost },
  ],
  roulette: [
    { shows: 'ten bets', units: 20, choice: wheelBets, isShown: paid },
    { shows: 'zero', units: 20, choice: wheelBets, isShown: (outcome) => 'pocket' in outcome && outcome.pocket === 0 },
  ],
  baccarat: ['player', 'banker', 'tie'].flatMap((winner) => [
    {
      shows: `${winner}, ${winner === 'tie' ? 'four' : 'six'} cards`,
      units: 10,
      choice: onEach(['player', 'banker', 'tie', 'playerPair', 'bankerPair']),
      isShown: (outcome: Outcome) =>
        'winner' in outcome && outcome.winner === winner && cardsOf(outcome) === (winner === 'tie' ? 4 : 6),
    },
  ]),
  mines: [
    {
      shows: 'a cash-out with a drawn subunit',
      units: 1,
      choice: () => ({ mines: 3 }),
      act: afterSteps(3, (_view, taken) => ({ type: 'reveal', at: taken * 7 })),
      isShown: (outcome, draws) => paid(outcome) && draws > 3,
    },
    {
      shows: 'a loss',
      units: 1,
      choice: () => ({ mines: 20 }),
      act: afterSteps(3, (_view, taken) => ({ type: 'reveal', at: taken })),
      isShown: lost,
    },
    {
      shows: 'all tiles',
      units: 1,
      choice: () => ({ mines: 24 }),
      act: () => ({ type: 'reveal', at: 12 }),
      isShown: paid,
    },
  ],
  towers: [
    {
      shows: 'a cash-out with a drawn subunit',
      units: 1,
      choice: () => ({ tower: 'easy' }),
      act: afterSteps(3, (_view, taken) => ({ type: 'climb', at: taken })),
      isShown: (outcome, draws) => paid(outcome) && draws > 24,
    },
    {
      shows: 'the top',
      units: 1,
      choice: () => ({ tower: 'medium' }),
      act: () => ({ type: 'climb', at: 1 }),
      isShown: paid,
    },
    {
      shows: 'a loss',
      units: 1,
      choice: () => ({ tower: 'master' }),
      act: () => ({ type: 'climb', at: 3 }),
      isShown: lost,
    },
  ],
  hilo: [
    {
      shows: 'a skip and a cash-out with a drawn subunit',
      units: 1,
      act: afterSteps(4, (view, taken) => (taken === 1 ? { type: 'skip' } : likelier(view))),
      isShown: (outcome, draws) => paid(outcome) && draws > 5,
    },
    { shows: 'a loss', units: 1, act: likelier, isShown: lost },
  ],
  crash: [
    {
      shows: 'a cash-out with a drawn subunit',
      units: 1,
      choice: () => ({ round: 7, cashOutAt: null }),
      act: () => ({ type: 'cashOut', hundredths: 137 }),
      isShown: ({ payout }) => payout === 14,
    },
    {
      shows: 'a crash',
      units: 1,
      choice: () => ({ round: 8, cashOutAt: 250 }),
      act: () => ({ type: 'crash', hundredths: 182 }),
    },
  ],
  blackjack: blackjackWishes,
  'blackjack-surrender': [
    ...blackjackWishes,
    { shows: 'surrender', units: 1, act: preferring('decline', 'surrender'), isShown: ({ payout }) => payout === 5 },
  ],
  'jacks-or-better': pokerWishes,
  'deuces-wild': pokerWishes,
}

function wishesOf(maths: GameMaths): Wish[] {
  const found = wishes[maths.slug] ?? (maths.slug === 'french-roulette' ? wishes.roulette! : [])
  if (maths.kind !== 'slot') return found
  const { feature, freeSpins, wild } = maths.definition
  return [
    { shows: 'a win', units: 1, isShown: paid },
    ...(freeSpins
      ? [
          {
            shows: 'free spins',
            units: 2,
            isShown: (outcome: Outcome) =>
              spinsOf(outcome).some((spin) => spin.kind === 'free' && spin.wins.some(({ kind }) => kind === 'scatter')),
          },
        ]
      : []),
    ...(wild && wild.multiplier > 1
      ? [
          {
            shows: 'two wilds in a win',
            units: 1,
            isShown: (outcome: Outcome) =>
              spinsOf(outcome).some(({ wins }) => wins.some(({ multiplier }) => multiplier >= wild.multiplier ** 2)),
          },
        ]
      : []),
    ...(feature?.kind === 'cascade'
      ? [
          {
            shows: 'a chain that passes the last multiplier',
            units: 1,
            isShown: (outcome: Outcome) => spinsOf(outcome).length > feature.multipliers.length + 1,
          },
        ]
      : []),
    ...(feature?.kind === 'hold'
      ? [{ shows: 'held coins', units: 1, isShown: (outcome: Outcome) => spinsOf(outcome).length > feature.spins + 2 }]
      : []),
  ]
}

const mostNonces = 200_000

export async function vectorsOf(maths: GameMaths): Promise<Vector[]> {
  const vectors: Vector[] = []
  for (const [index, wish] of wishesOf(maths).entries()) vectors.push(await vectorOf(maths, wish, index))
  return vectors
}

async function vectorOf(maths: GameMaths, wish: Wish, index: number): Promise<Vector> {
  const serverSeed = await sha256Hex(`test vector ${index} of ${maths.slug}`)
  const [clientSeed, stake] = [`my own words ${index}`, wish.units * maths.unit]
  const choice: Choice = wish.choice?.(stake) ?? null
  for (let nonce = 0; nonce < mostNonces; nonce++) {
    const seeds = { serverSeed, clientSeed, nonce }
    const acts = isStepped(maths) ? await actsOf(maths, wish, { ...seeds, stake, choice }) : undefined
    if (acts === null) continue
    const facts = { game: maths.slug, ...seeds, stake, choice, ...(acts && { acts }) }
    const { outcome, draws } = await recompute(facts)
    if (wish.isShown && !wish.isShown(outcome, draws.length)) continue
    return {
      shows: wish.shows,
      ...seeds,
      stake,
      choice,
      ...(acts && { acts }),
      draws: draws.map(({ bound, value }) => [bound, value]),
      outcome: briefOf(outcome),
      payout: outcome.payout,
    }
  }
  throw new Error(`no round of ${maths.slug} shows ${wish.shows}`)
}

type Round = { serverSeed: string; clientSeed: string; nonce: number; stake: number; choice: Choice }

/** Null if one of the acts is not possible in this round. */
async function actsOf(maths: SteppedMaths, wish: Wish, round: Round): Promise<Act[] | null> {
  const draw = await openDraw(round.serverSeed, round.clientSeed, round.nonce)
  const acts: Act[] = []
  let step = await maths.open(draw, round.stake, round.choice)
  while (!step.isFinal) {
    const act = wish.act!(step.view, acts.length)
    const next = await maths.act(draw, step.state, act)
    if (!next) return null
    acts.push(act)
    step = next
  }
  return acts
}

/** Fields that repeat the choice, or that exist for the display only. */
const unshown = new Set(['game', 'bets', 'risk', 'segments', 'rows', 'picks', 'target', 'direction', 'acts', 'payout'])

function briefOf(outcome: Outcome): Record<string, unknown> {
  if ('spins' in outcome) return { spins: outcome.spins.map(({ stops, payout }) => ({ stops, payout })) }
  const fields = 'view' in outcome ? resultOf(outcome.view) : outcome
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !unshown.has(name)))
}

function resultOf(view: View): Record<string, unknown> {
  switch (view.game) {
    case 'mines':
      return { mines: view.mines }
    case 'towers':
      return { safe: view.safe }
    case 'hilo':
      return { cards: view.cards, isLost: view.isLost }
    case 'crash':
      return {}
    case 'blackjack':
      return {
        dealer: view.dealer,
        hands: view.hands.map(({ cards, payout }) => ({ cards, payout })),
        insurance: view.insurance?.payout ?? 0,
      }
    case 'poker':
      return { cards: view.cards, hand: view.hand }
  }
}
