/** The slip on the screen: selections, stakes, what they cost and return, and the one button that places them. */
import { oddsFormats, type OddsFormat } from '#contract/settlement/odds-formats.ts'
import { marketName, outcomeName } from '../names.ts'
import type { OddsPolicy, Refusal, WireBet } from '../wire.ts'
import { decimalMark } from '../words.ts'
import { betCard } from './bets-page.ts'
import { reasonText } from './reasons.ts'
import { formatMoney, presetsOf, readMoney, showOdds, typedMoney } from './format.ts'
import { icon } from './icons.ts'
import {
  currentOdds,
  hasRelated,
  isBuildable,
  keyOf,
  linesOf,
  type Pick_,
  returnOf,
  systemsFor,
  type Tab,
  totalOdds,
} from './slip.ts'
import { linkTo } from './link.ts'
import type { Store } from './store.ts'
import { type Content, type Element_, h } from './view.ts'

const policies: OddsPolicy[] = ['never', 'higher', 'any']

export const currencyOf = ({ state, options }: Store) => state.session?.currency ?? options.currency ?? 'EUR'

export function slipPanel(store: Store, onClose: (() => void) | null): Element_ {
  const { words, picks, phase } = store.state
  return h(
    'section',
    { key: 'slip', class: 'slip', 'aria-labelledby': 'sb-slip-title' },
    h(
      'header',
      { class: 'slip-top' },
      h(
        'h2',
        { id: 'sb-slip-title' },
        words('betSlip'),
        picks.length > 0 && h('span', { class: 'count' }, String(picks.length)),
      ),
      h(
        'button',
        {
          type: 'button',
          class: 'plain',
          'aria-label': words('settings'),
          'aria-expanded': store.state.isSettingsOpen ? 'true' : 'false',
          onclick: () => store.set({ isSettingsOpen: !store.state.isSettingsOpen }),
        },
        icon('settings'),
      ),
      onClose &&
        h('button', { type: 'button', class: 'plain', 'aria-label': words('close'), onclick: onClose }, icon('close')),
    ),
    store.state.isSettingsOpen && settings(store),
    store.state.isPickGone && h('p', { key: 'gone', class: 'note', 'data-tone': 'warning' }, words('picksGone')),
    phase.is === 'placed' ? receipt(store, phase.bets) : picks.length === 0 ? empty(store) : editing(store),
  )
}

function settings(store: Store): Element_ {
  const { words, format, policy } = store.state
  const select = (label: string, value: string, options: Array<[string, string]>, onChange: (value: string) => void) =>
    h(
      'label',
      { class: 'setting' },
      h('span', {}, label),
      h(
        'select',
        { value, onchange: (event) => onChange((event.target as HTMLSelectElement).value) },
        options.map(([id, name]) => h('option', { key: id, value: id, selected: id === value }, name)),
      ),
    )
  return h(
    'div',
    { key: 'settings', class: 'settings' },
    select(
      words('oddsFormat'),
      format,
      oddsFormats.map((each) => [each, `${words(`format_${each}`)} · ${showOdds('2.50', each, store.options.locale)}`]),
      (value) => {
        store.set({ format: value as OddsFormat })
        store.keep()
      },
    ),
    select(
      words('oddsPolicy'),
      policy,
      policies.map((each) => [each, words(`policy_${each}`)]),
      (value) => {
        store.set({ policy: value as OddsPolicy })
        store.keep()
      },
    ),
    store.state.session && quickSetting(store),
  )
}

/** Its stake comes first: it is switched on with one, and off by an empty one. */
function quickSetting(store: Store): Element_ {
  const { words, quickStake, isQuickOn } = store.state
  const currency = currencyOf(store)
  const amount = readMoney(quickStake, currency) ?? 0
  return h(
    'fieldset',
    { key: 'quick', class: 'setting quick-setting' },
    h('legend', {}, words('quickBet')),
    h('p', { id: 'sb-quick-text', class: 'small' }, words('quickText')),
    h(
      'label',
      { class: 'stake-field' },
      h('span', { class: 'stake-label' }, words('quickStake')),
      h('input', {
        inputmode: 'decimal',
        autocomplete: 'off',
        value: quickStake,
        placeholder: `0${decimalMark(store.options.locale)}00`,
        oninput: (event) => {
          const { value } = event.target as HTMLInputElement
          store.set({ quickStake: value, isQuickOn: isQuickOn && (readMoney(value, currency) ?? 0) > 0 })
          store.keep()
        },
      }),
      h('span', { class: 'stake-currency', 'aria-hidden': 'true' }, currency),
    ),
    h(
      'button',
      {
        type: 'button',
        class: 'switch',
        role: 'switch',
        'aria-checked': isQuickOn ? 'true' : 'false',
        'aria-describedby': 'sb-quick-text',
        'aria-disabled': amount > 0 ? null : 'true',
        onclick: () => amount > 0 && store.set({ isQuickOn: !isQuickOn, quickBet: null }),
      },
      words('quickSwitch'),
      h('span', { class: 'switch-track', 'aria-hidden': 'true' }),
    ),
  )
}

function empty({ state: { words } }: Store): Element_ {
  return h(
    'div',
    { key: 'empty', class: 'empty' },
    icon('bets', 40),
    h('p', { class: 'empty-title' }, words('emptySlip')),
    h('p', {}, words('emptySlipText')),
  )
}

function receipt(store: Store, ids: string[]): Element_ {
  const { words, bets } = store.state
  const placed = ids.map((id) => bets.get(id)).filter((bet) => bet !== undefined)
  return h(
    'div',
    { key: 'receipt', class: 'receipt' },
    placed.map((bet) =>
      h('div', { key: bet.id, class: 'receipt-bet' }, outcomeOf(store, bet), betCard(store, bet, { isShort: true })),
    ),
    h(
      'button',
      {
        type: 'button',
        class: 'primary',
        onclick: () => {
          const { picks, isSlipOpen } = store.state
          store.set({ phase: { is: 'editing' }, stakes: {}, isSlipOpen: isSlipOpen && picks.length > 0 })
        },
      },
      words('done'),
    ),
    h('a', { key: 'bets', class: 'quiet wide', ...linkTo(store, '/bets') }, words('myBets')),
  )
}

function outcomeOf({ state: { words } }: Store, bet: WireBet): Element_ {
  if (bet.state === 'held')
    return h('p', { class: 'receipt-state', 'data-is': 'held' }, h('span', { class: 'spinner' }), words('pending'))
  if (bet.state === 'declined')
    return h(
      'p',
      { class: 'receipt-state', 'data-is': 'declined' },
      icon('close', 18),
      h('span', {}, `${words('declinedTitle')}. ${reasonText(words, bet.reason)} ${words('stakeReturned')}`),
    )
  return h('p', { class: 'receipt-state', 'data-is': 'accepted' }, icon('check', 18), words('accepted'))
}

function editing(store: Store): Content {
  const { words, picks, tab } = store.state
  const isRelated = hasRelated(picks)
  const tabs: Array<[Tab, string, boolean]> = isRelated
    ? [
        ['singles', words('singles'), true],
        ['builder', words('market_builder'), isBuildable(picks)],
      ]
    : [
        ['singles', words('singles'), true],
        ['multi', words('multi'), picks.length > 1],
        ['system', words('system'), picks.length > 2],
      ]
  return [
    h(
      'div',
      { key: 'tabs', class: 'segments', role: 'group', 'aria-label': words('betSlip') },
      tabs.map(([id, name, isOpen]) =>
        h(
          'button',
          {
            key: id,
            type: 'button',
            'aria-pressed': id === tab ? 'true' : 'false',
            disabled: !isOpen,
            onclick: () => store.chooseTab(id),
          },
          name,
        ),
      ),
    ),
    tab === 'builder' &&
      h('p', { key: 'match', class: 'builder-match' }, icon('football', 16), `${picks[0]!.home} – ${picks[0]!.away}`),
    h(
      'ul',
      { key: 'picks', class: 'picks' },
      picks.map((pick) => pickItem(store, pick)),
    ),
    isRelated &&
      !isBuildable(picks) &&
      h('p', { key: 'related', class: 'note', 'data-tone': 'info' }, words('relatedSelections')),
    freeBetField(store),
    tab === 'multi' && !isRelated && combined(store, 'multi'),
    tab === 'system' && !isRelated && combined(store, 'system'),
    tab === 'builder' && combined(store, 'builder'),
    foot(store),
  ]
}

const fromBalance = 'balance'

/** A choice between money and a free bet, where the player has one that fits the slip or has chosen one. */
function freeBetField(store: Store): Content {
  const { words, freeBet, session } = store.state
  const fitting = store.freeBetsForSlip()
  const isUnfit = freeBet !== null && !fitting.some(({ id }) => id === freeBet)
  const offered = isUnfit ? [...fitting, ...(session?.freeBets ?? []).filter(({ id }) => id === freeBet)] : fitting
  if (offered.length === 0) return null
  const money = (amount: number) => formatMoney(amount, currencyOf(store), store.options.locale)
  return [
    h(
      'label',
      { key: 'free', class: 'setting free-bet' },
      h('span', {}, words('stakeWith')),
      h(
        'select',
        {
          value: freeBet ?? fromBalance,
          onchange: (event) => {
            const { value } = event.target as HTMLSelectElement
            store.set({ freeBet: value === fromBalance ? null : value, faults: {} })
          },
        },
        h('option', { key: fromBalance, value: fromBalance, selected: freeBet === null }, words('balance')),
        offered.map(({ id, name, amount }) =>
          h('option', { key: id, value: id, selected: id === freeBet }, `${name} · ${money(amount)}`),
        ),
      ),
    ),
    isUnfit && h('p', { key: 'unfit', class: 'note', 'data-tone': 'warning' }, words('error_freeBetNotAccepted')),
  ]
}

function pickItem(store: Store, pick: Pick_): Element_ {
  const { words, tab, format, faults, moves } = store.state
  const { locale } = store.options
  const isPart = tab === 'builder'
  const key = keyOf(pick)
  const name = outcomeName(words, pick, pick.outcome)
  const fault = faults[key]
  const move = moves.get(key)
  const isMoving = move && move.until > Date.now()
  return h(
    'li',
    { key, class: 'pick', 'data-state': pick.state },
    h(
      'div',
      { class: 'pick-top' },
      icon(pick.sport, 16),
      h('strong', { class: 'pick-name' }, name),
      !(isPart && pick.state === 'open') &&
        h(
          'span',
          { class: 'pick-odds', 'data-move': isMoving ? move.to : null },
          pick.state === 'open'
            ? [isMoving && icon(move.to === 'up' ? 'up' : 'fall', 12), showOdds(currentOdds(pick), format, locale)]
            : icon('lock', 16),
        ),
      h(
        'button',
        {
          type: 'button',
          class: 'plain',
          'aria-label': words('remove', { name }),
          onclick: () => store.removePick(key),
        },
        icon('close', 18),
      ),
    ),
    h('p', { class: 'pick-market' }, marketName(words, pick)),
    !isPart && h('p', { class: 'pick-match' }, `${pick.home} – ${pick.away}`),
    pick.state !== 'open' &&
      h(
        'p',
        { class: 'note', 'data-tone': 'warning' },
        words(pick.state === 'closed' ? 'selectionClosed' : 'error_marketSuspended'),
      ),
    !isPart && oddsNote(store, pick),
    tab === 'singles' && !isFreeChosen(store) && stakeField(store, key, name),
    tab === 'singles' && fault && refusalNote(store, key, fault),
  )
}

function oddsNote({ state: { words, format }, options: { locale } }: Store, pick: Pick_): Content {
  if (!pick.changed || pick.state !== 'open') return null
  const [before, after] = [showOdds(pick.odds, format, locale), showOdds(pick.changed, format, locale)]
  return h('p', { key: 'went', class: 'note', 'data-tone': 'info' }, words('oddsWent', { before, after }))
}

const isFreeChosen = (store: Store) => store.state.freeBet !== null

function stakeField(store: Store, key: string, name: string): Element_ {
  const { words, stakes } = store.state
  const currency = currencyOf(store)
  const { locale } = store.options
  const change = (text: string) => {
    delete store.state.faults[key]
    store.set({ stakes: { ...store.state.stakes, [key]: text } })
  }
  const label = key === 'system' ? words('stakePerBet') : words('stake')
  const now = readMoney(stakes[key] ?? '', currency) ?? 0
  return h(
    'div',
    { key: 'stake', class: 'stake' },
    h(
      'label',
      { class: 'stake-field' },
      h('span', { class: 'stake-label' }, label),
      h('input', {
        inputmode: 'decimal',
        autocomplete: 'off',
        value: stakes[key] ?? '',
        placeholder: `0${decimalMark(locale)}00`,
        'aria-label': `${label}: ${name}`,
        oninput: (event) => change((event.target as HTMLInputElement).value),
      }),
      h('span', { class: 'stake-currency', 'aria-hidden': 'true' }, currency),
    ),
    h(
      'div',
      { class: 'presets' },
      presetsOf(currency).map((amount) =>
        h(
          'button',
          { key: amount, type: 'button', onclick: () => change(typedMoney(now + amount, currency)) },
          formatMoney(amount, currency, locale, 'always').replace(/[.,]00(?=\D*$)/, ''),
        ),
      ),
    ),
  )
}

function combined(store: Store, tab: 'multi' | 'system' | 'builder'): Content {
  const { words, picks, format, system, faults } = store.state
  const fault = faults[tab]
  const options = systemsFor(picks.length)
  return h(
    'div',
    { key: 'combined', class: 'combined' },
    tab === 'system' &&
      h(
        'label',
        { class: 'setting' },
        h('span', {}, words('systemType')),
        h(
          'select',
          { value: system, onchange: (event) => store.set({ system: (event.target as HTMLSelectElement).value }) },
          options.map(({ id, name, sizes }) => {
            const lines = words('lines', { count: linesOf({ kind: 'system', systemSizes: sizes }, picks) })
            const title = name ? words(`systemName_${name}`) : words('ofSize', { size: sizes[0]!, total: picks.length })
            return h('option', { key: id, value: id, selected: id === system }, `${title} · ${lines}`)
          }),
        ),
      ),
    tab === 'multi' &&
      h(
        'p',
        { class: 'sum' },
        h('span', {}, words('totalOdds')),
        h('b', {}, showOdds(totalOdds(picks), format, store.options.locale)),
      ),
    tab === 'builder' && builderPrice(store),
    !isFreeChosen(store) && stakeField(store, tab, words(tab === 'builder' ? 'market_builder' : tab)),
    fault && refusalNote(store, tab, fault),
  )
}

/** What the selections pay together, or why they have no price. */
function builderPrice(store: Store): Content {
  const { words, builder, builderFault, format, moves } = store.state
  const isOpen = builder?.state === 'open'
  const move = builder && moves.get(keyOf(builder))
  const moved = isOpen && move && move.until > Date.now() ? move.to : null
  return [
    h(
      'p',
      { key: 'price', class: 'sum', 'aria-busy': !builder && !builderFault ? 'true' : null },
      h('span', {}, words('totalOdds')),
      h(
        'b',
        { class: 'pick-odds', 'data-move': moved },
        isOpen
          ? [
              moved && icon(moved === 'up' ? 'up' : 'fall', 12),
              showOdds(currentOdds(builder), format, store.options.locale),
            ]
          : builder || builderFault
            ? icon('lock', 16)
            : h('span', { class: 'spinner' }),
      ),
    ),
    builder && oddsNote(store, builder),
    builderFault &&
      h(
        'p',
        { key: 'no-price', class: 'note', 'data-tone': 'warning', role: 'status' },
        reasonText(words, builderFault) || words('error_other'),
      ),
    h('p', { key: 'rules', class: 'small' }, words('builderRules')),
  ]
}

/** Why a bet was not taken, and what would be. */
function refusalNote(store: Store, key: string, refusal: Refusal): Element_ {
  const { words } = store.state
  const currency = currencyOf(store)
  const money = (amount: number) => formatMoney(amount, currency, store.options.locale)
  const most = refusal.maxStake
  if (refusal.error === 'stakeTooHigh' && most !== undefined) {
    const perLine = key === 'system' ? Math.floor(most / linesOf(store.systemOrder(0), store.state.picks)) : most
    return h(
      'div',
      { key: 'fault', class: 'note', 'data-tone': 'warning', role: 'alert' },
      words('stakeTooHigh', { amount: money(most) }),
      h(
        'button',
        {
          type: 'button',
          class: 'quiet',
          onclick: () => {
            delete store.state.faults[key]
            store.set({ stakes: { ...store.state.stakes, [key]: typedMoney(perLine, currency) } })
          },
        },
        words('useMaximum', { amount: money(perLine) }),
      ),
    )
  }
  if (refusal.error === 'insufficientFunds')
    return h(
      'div',
      { key: 'fault', class: 'note', 'data-tone': 'warning', role: 'alert' },
      words('notEnough', { amount: money(store.state.session?.balance ?? 0) }),
    )
  const text =
    refusal.error === 'stakeTooLow' && refusal.minStake !== undefined
      ? words('stakeTooLow', { amount: money(refusal.minStake) })
      : reasonText(words, refusal.error) || refusal.message || words('error_other')
  return h('div', { key: 'fault', class: 'note', 'data-tone': 'warning', role: 'alert' }, text)
}

function foot(store: Store): Element_ {
  const { words, phase, session, faults, picks: all } = store.state
  const { locale } = store.options
  const picks = store.slipPicks()
  const currency = currencyOf(store)
  const money = (amount: number) => formatMoney(amount, currency, locale)
  const orders = store.orders()
  const stake = orders.reduce((sum, order) => sum + order.stake, 0)
  const isFree = orders.some(({ freeBetId }) => freeBetId)
  const highest =
    orders.reduce((sum, order) => sum + returnOf(order, order.picks, order.stake), 0) - (isFree ? stake : 0)
  const isClosed = picks.some(({ state }) => state === 'closed')
  const isChanged = picks.some(({ changed, state }) => changed && state === 'open')
  const isShort = session !== null && !isFree && stake > session.balance
  const isRefused = Object.values(faults).some(({ error }) => error === 'insufficientFunds')
  return h(
    'footer',
    { key: 'foot', class: 'slip-foot' },
    h('p', { class: 'sum' }, h('span', {}, words('totalStake')), h('b', {}, money(stake))),
    h('p', { class: 'sum sum-return' }, h('span', {}, words('potentialReturn')), h('b', {}, money(highest))),
    isShort &&
      h('p', { class: 'note', 'data-tone': 'warning' }, words('notEnough', { amount: money(session.balance) })),
    isChanged && !isClosed && h('p', { class: 'note', 'data-tone': 'info' }, words('oddsChangedText')),
    action(),
    h('button', { type: 'button', class: 'link', onclick: () => store.clearSlip() }, words('clearSlip')),
  )

  function action(): Content {
    const button = (label: string, onclick: () => void, isOff = false) =>
      h(
        'button',
        { key: 'action', type: 'button', class: 'primary', 'aria-disabled': isOff ? 'true' : null, onclick },
        label,
      )
    if (store.isGuest())
      return [
        button(words('signInToBet'), () => store.options.on.signIn()),
        h(
          'button',
          { key: 'register', type: 'button', class: 'quiet wide', onclick: () => store.options.on.register() },
          words('register'),
        ),
      ]
    if (isClosed)
      return button(words('removeClosed'), () => {
        const closed = all.filter(({ state }) => state === 'closed')
        // Of a combination that cannot win any more, each selection may still be offered.
        if (closed.length === 0) return store.clearSlip()
        for (const pick of closed) store.removePick(keyOf(pick))
      })
    if (isChanged) return button(words('acceptChanges'), store.acceptChanges)
    if (isShort || isRefused) return button(words('depositToBet'), () => store.options.on.deposit())
    if (stake === 0) return button(words('enterStake'), () => focusStake(store), picks.length === 0)
    const label =
      orders.length === 1
        ? words('placeBet', { amount: money(stake) })
        : words('placeBets', { count: orders.length, amount: money(stake) })
    const isBusy = phase.is === 'placing'
    return h(
      'button',
      {
        key: 'action',
        type: 'button',
        class: 'primary',
        'aria-disabled': isBusy ? 'true' : null,
        'aria-busy': isBusy ? 'true' : null,
        onclick: () => void store.placeAll(),
      },
      isBusy && h('span', { class: 'spinner' }),
      label,
    )
  }
}

function focusStake({ options }: Store): void {
  const find = (selector: string) => options.target.shadowRoot?.querySelector<HTMLElement>(selector)
  ;(find('.stake-field input') ?? find('.free-bet select'))?.focus()
}
