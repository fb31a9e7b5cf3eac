/** The player's bets: open ones with their current cash-out price, settled ones with all results. */
import { selectionName } from '../names.ts'
import { share as shareOf, soldPart } from '../sold-part.ts'
import type { WireBet, WireLeg } from '../wire.ts'
import { isOpen, isWin, statusOf, titleOf } from './bet-names.ts'
import { isBeingEdited } from './editing.ts'
import { dateOf, formatMoney, readMoney, showOdds } from './format.ts'
import { icon } from './icons.ts'
import { linkTo } from './link.ts'
import { reasonText } from './reasons.ts'
import { selectionsOf, slipPath } from './shared-slip.ts'
import { linesOf } from './slip.ts'
import type { Words } from '../words.ts'
import type { CashOutChoice } from './state.ts'
import type { Store } from './store.ts'
import { type Content, type Element_, h } from './view.ts'

export function betsPage(store: Store): Content[] {
  const { words, bets, betsTab, session } = store.state
  if (store.isGuest())
    return [
      h(
        'div',
        { key: 'guest', class: 'empty' },
        icon('bets', 40),
        h('p', { class: 'empty-title' }, words('betsForGuests')),
        h('button', { type: 'button', class: 'primary', onclick: () => store.options.on.signIn() }, words('signIn')),
      ),
    ]
  const all = [...bets.values()].toSorted((one, two) => two.placedAt - one.placedAt)
  const { seenOpen } = store.state
  for (const bet of all) if (betsTab === 'open' && isOpen(bet)) seenOpen.add(bet.id)
  // A bet that is decided stays where it was, with its result, until the player leaves the list.
  const shown = all.filter((bet) => (betsTab === 'open' ? isOpen(bet) || seenOpen.has(bet.id) : !isOpen(bet)))
  return [
    h(
      'div',
      { key: 'tabs', class: 'segments', role: 'group', 'aria-label': words('myBets') },
      (['open', 'settled'] as const).map((tab) =>
        h(
          'button',
          {
            key: tab,
            type: 'button',
            'aria-pressed': tab === betsTab ? 'true' : 'false',
            onclick: () => store.set({ betsTab: tab, seenOpen: new Set() }),
          },
          words(tab === 'open' ? 'openBets' : 'settledBets'),
          h('span', { class: 'count' }, String(all.filter((bet) => isOpen(bet) === (tab === 'open')).length)),
        ),
      ),
    ),
    !session
      ? h(
          'div',
          { key: 'wait', class: 'skeletons' },
          [1, 2, 3].map((n) => h('div', { key: n, class: 'skeleton market-wait' })),
        )
      : shown.length === 0
        ? h(
            'div',
            { key: 'none', class: 'empty' },
            icon('bets', 40),
            h('p', { class: 'empty-title' }, words(betsTab === 'open' ? 'noOpenBets' : 'noSettledBets')),
            h('a', { class: 'quiet', ...linkTo(store, '/') }, words('showAll')),
          )
        : h(
            'div',
            { key: 'bets', class: 'bets' },
            shown.map((bet) => betCard(store, bet, {})),
          ),
  ]
}

export function betCard(store: Store, bet: WireBet, { isShort = false }: { isShort?: boolean }): Element_ {
  const { words } = store.state
  const { locale } = store.options
  const money = (amount: number) => formatMoney(amount, bet.currency, locale)
  const status = statusOf(bet)
  return h(
    'article',
    {
      key: bet.id,
      class: 'bet',
      'data-is': status,
      'aria-label': `${titleOf(words, bet)}, ${words(`state_${status}`)}`,
    },
    h(
      'header',
      { class: 'bet-top' },
      h('strong', {}, titleOf(words, bet)),
      h('span', { class: 'badge', 'data-is': status }, words(`state_${status}`)),
    ),
    h(
      'ul',
      { class: 'legs' },
      bet.legs.map((leg, index) => legItem(store, leg, index)),
    ),
    h(
      'dl',
      { class: 'bet-sums' },
      h('div', {}, h('dt', {}, words('stake')), h('dd', {}, money(bet.stake))),
      isOpen(bet)
        ? h(
            'div',
            {},
            h('dt', {}, words('potentialReturn')),
            h('dd', {}, money(shareOf(bet.highestPayout, bet.openStake, bet.stake))),
          )
        : h('div', {}, h('dt', {}, words(payoutWord(bet))), h('dd', { 'data-win': isWin(bet) }, money(bet.payout))),
    ),
    bet.kind === 'system' && h('p', { class: 'small' }, unitStake(store, bet)),
    bet.cashedOut > 0 && isOpen(bet) && h('p', { class: 'note', 'data-tone': 'info' }, cashedOutPart(store, bet)),
    bet.state === 'declined' &&
      !isShort &&
      h(
        'p',
        { class: 'note', 'data-tone': 'warning' },
        `${reasonText(words, bet.reason)} ${words(bet.replaces ? 'editDeclined' : 'stakeReturned')}`,
      ),
    !isShort && editHistory(store, bet),
    !isShort &&
      bet.state === 'accepted' &&
      !bet.isFree && [autoNote(store, bet), cashOut(store, bet), edit(store, bet)],
    !isShort &&
      h(
        'footer',
        { class: 'bet-foot' },
        h('span', { class: 'bet-id' }, `${dateOf(bet.placedAt, locale)} · ${bet.id.slice(-8)}`),
        h(
          'span',
          { class: 'bet-tools' },
          h(
            'button',
            { type: 'button', class: 'plain', onclick: () => store.options.on.history(bet.id) },
            icon('results', 18),
            words('ledger'),
          ),
          h(
            'button',
            { type: 'button', class: 'plain', onclick: () => void share(store, bet) },
            icon(store.state.copied === bet.id ? 'check' : 'share', 18),
            words(store.state.copied === bet.id ? 'copied' : 'share'),
          ),
          h(
            'button',
            { type: 'button', class: 'plain', onclick: () => void store.betAgain(bet) },
            icon('repeat', 18),
            words('betAgain'),
          ),
        ),
      ),
  )
}

/** Which bet replaced this one, or that it replaced another. */
function editHistory({ state: { words, bets }, options: { locale } }: Store, bet: WireBet): Content {
  const isReplaced = [...bets.values()].some(
    ({ replaces, state }) => replaces === bet.id && state !== 'held' && state !== 'declined',
  )
  if (isReplaced && bet.state === 'cashedOut')
    return h('p', { class: 'small' }, words('editedAway', { amount: formatMoney(bet.payout, bet.currency, locale) }))
  return bet.replaces !== null && bet.state !== 'declined' && h('p', { class: 'small' }, words('editedFrom'))
}

function edit(store: Store, bet: WireBet): Content {
  const { words, cashOut: request } = store.state
  if (isBeingEdited(store.state, bet))
    return h('p', { key: 'edit', class: 'note', 'data-tone': 'info' }, words('editWaiting'))
  if (request?.bet === bet.id) return null
  return h(
    'button',
    {
      key: 'edit',
      type: 'button',
      class: 'quiet wide',
      'aria-disabled': bet.cashOut ? null : 'true',
      onclick: () => bet.cashOut && void store.startEdit(bet),
    },
    icon('repeat', 18),
    words('editBet'),
  )
}

/** A stake that comes back is not a payout, and neither is what a cash-out paid. */
function payoutWord(bet: WireBet): string {
  if (bet.state === 'cashedOut') return 'state_cashedOut'
  return bet.payout > 0 && !isWin(bet) ? 'returned' : 'payout'
}

function unitStake({ state: { words }, options: { locale } }: Store, bet: WireBet): string {
  const lines = linesOf(bet, bet.legs)
  return `${words('stakePerBet')}: ${formatMoney(Math.floor(bet.stake / lines), bet.currency, locale)}`
}

function cashedOutPart({ state: { words }, options: { locale } }: Store, bet: WireBet): string {
  const part = new Intl.NumberFormat(locale, { style: 'percent' }).format(1 - bet.openStake / bet.stake)
  return words('cashedOutPart', { amount: formatMoney(bet.cashedOut, bet.currency, locale), part })
}

function legItem(store: Store, leg: WireLeg, index: number): Element_ {
  const { words, format, events } = store.state
  const event = events.get(leg.eventId)
  const score = event?.board.phase === 'live' ? event.board.score : leg.score
  return h(
    'li',
    { key: index, class: 'leg', 'data-result': leg.result },
    h(
      'span',
      { class: 'leg-mark', 'aria-hidden': 'true' },
      leg.result === 'won' ? icon('check', 14) : leg.result === 'lost' ? icon('close', 14) : icon(leg.sport, 14),
    ),
    h(
      'span',
      { class: 'leg-text' },
      leg.parts
        ? h(
            'ul',
            { class: 'leg-parts' },
            leg.parts.map((part, at) => partItem(store, { ...leg, ...part }, at)),
          )
        : selectionLines(words, leg),
      h(
        'a',
        { class: 'leg-match', ...linkTo(store, `/event/${leg.eventId}`) },
        `${leg.home} – ${leg.away}`,
        score && h('b', { class: 'leg-score' }, ` \u2066${score.home}–${score.away}\u2069`),
      ),
    ),
    h(
      'span',
      { class: 'leg-odds' },
      showOdds(leg.odds, format, store.options.locale),
      leg.result && h('small', {}, words(`result_${leg.result}`)),
    ),
  )
}

function selectionLines(words: Words, leg: Pick<WireLeg, 'type' | 'line' | 'home' | 'away' | 'outcome'>): Content[] {
  const { name, market } = selectionName(words, leg, leg.outcome)
  return [h('strong', {}, name), market !== null && h('span', {}, market)]
}

function partItem({ state: { words } }: Store, part: Omit<WireLeg, 'parts'>, at: number): Element_ {
  return h(
    'li',
    { key: at, 'data-result': part.result },
    selectionLines(words, part),
    part.result && h('span', {}, words(`result_${part.result}`)),
  )
}

const parts = [0.25, 0.5, 0.75, 1]
const copiedMs = 4_000

function cashOut(store: Store, bet: WireBet): Content {
  const { words, cashOut: request } = store.state
  const money = (amount: number) => formatMoney(amount, bet.currency, store.options.locale)
  if (request?.bet !== bet.id)
    return h(
      'button',
      {
        key: 'cash-out',
        type: 'button',
        class: 'cash-out',
        'aria-disabled': bet.cashOut ? null : 'true',
        onclick: () =>
          bet.cashOut && store.set({ cashOut: { bet: bet.id, part: 1, amount: '', isBusy: false, fault: null } }),
      },
      bet.cashOut ? words('cashOut', { amount: money(bet.cashOut.amount) }) : words('cashOutOff'),
    )
  const amount = bet.cashOut ? (soldPart(request.part, bet.openStake, bet.cashOut.amount)?.amount ?? null) : null
  return h(
    'div',
    { key: 'cash-out-ask', class: 'cash-out-ask' },
    h(
      'div',
      { class: 'segments', role: 'group', 'aria-label': words('cashOutPart') },
      parts.map((part) =>
        h(
          'button',
          {
            key: part,
            type: 'button',
            'aria-pressed': part === request.part ? 'true' : 'false',
            onclick: () => store.set({ cashOut: { ...request, part, fault: null } }),
          },
          new Intl.NumberFormat(store.options.locale, { style: 'percent' }).format(part),
        ),
      ),
    ),
    request.fault && h('p', { class: 'note', 'data-tone': 'warning', role: 'alert' }, faultText()),
    h(
      'button',
      {
        type: 'button',
        class: 'primary',
        'aria-disabled': amount === null || request.isBusy ? 'true' : null,
        onclick: () => amount !== null && void store.confirmCashOut(),
      },
      request.isBusy && h('span', { class: 'spinner' }),
      amount === null ? words('cashOutOff') : words('cashOutConfirm', { amount: money(amount) }),
    ),
    autoCashOut(store, bet, request),
    h('button', { type: 'button', class: 'quiet wide', onclick: () => store.set({ cashOut: null }) }, words('cancel')),
    h('p', { class: 'small' }, words('cashOutMargin')),
  )

  function faultText(): string {
    const { error, lowest, highest } = request!.fault!
    if (error === 'amountOutOfRange' && lowest !== undefined && highest !== undefined)
      return words('amountOutOfRange', { lowest: money(lowest), highest: money(highest) })
    return reasonText(words, error) || words('error_other')
  }
}

/** A form for the price at which the bet is cashed out without a press. */
function autoCashOut(store: Store, bet: WireBet, request: CashOutChoice): Element_ {
  const { words } = store.state
  const amount = readMoney(request.amount, bet.currency)
  return h(
    'form',
    {
      class: 'auto-cash-out',
      onsubmit: (event) => {
        event.preventDefault()
        if (amount !== null) void store.setAutoCashOut(bet.id, amount)
      },
    },
    h(
      'label',
      { class: 'stake-field' },
      h('span', { class: 'stake-label' }, words('autoCashOut')),
      h('input', {
        inputmode: 'decimal',
        autocomplete: 'off',
        value: request.amount,
        oninput: (event) =>
          store.set({ cashOut: { ...request, amount: (event.target as HTMLInputElement).value, fault: null } }),
      }),
      h('span', { class: 'stake-currency', 'aria-hidden': 'true' }, bet.currency),
    ),
    h(
      'button',
      { class: 'quiet', 'aria-disabled': amount === null || request.isBusy ? 'true' : null },
      words('autoCashOutSet'),
    ),
  )
}

/** At which price the bet is cashed out automatically, and the way to end this. */
function autoNote(store: Store, bet: WireBet): Content {
  if (bet.autoCashOut === null) return null
  const { words } = store.state
  return h(
    'p',
    { key: 'auto', class: 'note auto-note', 'data-tone': 'info' },
    words('autoCashOutOn', { amount: formatMoney(bet.autoCashOut, bet.currency, store.options.locale) }),
    h(
      'button',
      { type: 'button', class: 'quiet', onclick: () => void store.setAutoCashOut(bet.id, null) },
      words('quickOff'),
    ),
  )
}

/**
 * Copies text. Browsers have no clipboard API over plain http, so the text is selected and copied by a command there.
 */
async function copy(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = Object.assign(document.createElement('textarea'), { value: text })
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}

/** Shares a link that puts the selections of the bet on the slip. */
async function share(store: Store, bet: WireBet): Promise<void> {
  const url = new URL(store.options.base + slipPath(selectionsOf(bet)), location.href).href
  try {
    if (navigator.share) await navigator.share({ url })
    else {
      await copy(url)
      store.set({ copied: bet.id, announcement: store.state.words('copied') })
      setTimeout(() => store.state.copied === bet.id && store.set({ copied: null }), copiedMs)
    }
  } catch {
    /* The player closed the dialog. */
  }
}
