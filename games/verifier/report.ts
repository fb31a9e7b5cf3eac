// Shows the steps of a recalculated round, and whether it matches the record.

import { amountsIn } from '../client/amounts.ts'
import { el, icon, picture } from '../client/dom.ts'
import type { Words } from '../client/words.ts'
import type { SlotSpin } from '../slot-engine/outcome.ts'
import { studioCurrencies } from '../studio/currencies.ts'
import type { PublicRound } from '../studio-api.ts'
import { isSame, type Drawn, type Steps } from './recompute.ts'

type Art = { symbols: () => Record<string, string> }

const arts = import.meta.glob<Art>('../*/client/art.ts')
const code = (text: string) => el('code', { dir: 'ltr' }, text)

function verdict(words: Words, isGood: boolean, good: string, bad: string) {
  return el(
    'p',
    { class: 'verdict', 'data-good': String(isGood) },
    icon(isGood ? 'check' : 'cross') as unknown as HTMLElement,
    words(isGood ? good : bad),
  )
}

function step(words: Words, key: string, ...content: (Node | false)[]) {
  return el('li', { class: 'card' }, el('h2', {}, words(`${key}Title`)), el('p', {}, words(`${key}Text`)), ...content)
}

function drawTable(words: Words, draws: readonly Drawn[], isDice: boolean, reels: number) {
  const label = (index: number) =>
    isDice ? words('rollLabel') : words('reelLabel', { spin: Math.floor(index / reels) + 1, reel: (index % reels) + 1 })
  const rows = draws
    .slice(0, 60)
    .map(({ bound, value }, index) =>
      el(
        'tr',
        {},
        el('th', { scope: 'row' }, label(index)),
        el('td', { dir: 'ltr' }, `0 … ${bound - 1}`),
        el('td', { dir: 'ltr' }, el('strong', {}, String(value))),
      ),
    )
  return el(
    'div',
    { class: 'scroller', tabindex: 0, role: 'region', 'aria-label': words('drawsTitle') },
    el(
      'table',
      {},
      el('thead', {}, el('tr', {}, ...['what', 'range', 'drawn'].map((key) => el('th', { scope: 'col' }, words(key))))),
      el('tbody', {}, ...rows),
    ),
  )
}

async function grids(words: Words, slug: string, spins: readonly SlotSpin[], written: (payout: number) => string) {
  const pictures = (await arts[`../${slug}/client/art.ts`]!()).symbols()
  return spins.slice(0, 20).map((spin, index) => {
    const rows = spin.grid[0]!.map((_, row) =>
      spin.grid.map((reel) =>
        el('img', { src: picture(pictures[reel[row]!] ?? ''), alt: reel[row]!, width: 44, height: 44 }),
      ),
    )
    return el(
      'figure',
      { dir: 'ltr' },
      ...rows.map((cells) => el('div', {}, ...cells)),
      el('figcaption', { dir: 'auto' }, words('spinPaid', { number: index + 1, payout: written(spin.payout) })),
    )
  })
}

export async function reportOf(
  words: Words,
  slug: string,
  steps: Steps,
  round: PublicRound | null,
): Promise<HTMLElement> {
  const { outcome } = steps
  const isHashRight = !round || round.serverSeedHash === steps.fingerprint
  const isSameOutcome = !round?.outcome || isSame(round.outcome, outcome)
  const isDice = 'roll' in outcome
  const reels = isDice ? 1 : outcome.spins[0]!.grid.length
  const currency = round && studioCurrencies.get(round.currency)
  const written = currency ? amountsIn(currency, document.documentElement.lang).written : String
  const shown = isDice
    ? el('p', { class: 'rolled', dir: 'ltr' }, (outcome.roll / 100).toFixed(2))
    : el('div', { class: 'grids' }, ...(await grids(words, slug, outcome.spins, written)))
  return el(
    'section',
    { 'aria-live': 'polite' },
    round
      ? verdict(words, isHashRight && isSameOutcome, 'verdictGood', 'verdictBad')
      : el('p', { class: 'verdict' }, words('verdictNone')),
    el(
      'ol',
      { class: 'report' },
      step(
        words,
        'fingerprint',
        code(steps.fingerprint),
        !!round && verdict(words, isHashRight, 'fingerprintGood', 'fingerprintBad'),
      ),
      step(words, 'mix', code(`HMAC-SHA256(${words('serverSeed')}, "${steps.message}")`), code(steps.mixed)),
      step(words, 'draws', drawTable(words, steps.draws, isDice, reels)),
      step(
        words,
        'result',
        shown,
        el('p', {}, words(currency ? 'paid' : 'payout', { payout: written(outcome.payout) })),
        !!round && verdict(words, isSameOutcome, 'resultGood', 'resultBad'),
      ),
    ),
  )
}
