/** The slip's panel: its settings, its selections with their stakes, and the receipt. */
import type { WireBet } from '../wire.ts'
import { betCard } from './bets-page.ts'
import { editFoot, editNote } from './edit-foot.ts'
import { showOdds } from './format.ts'
import { icon } from './icons.ts'
import { linkTo } from './link.ts'
import { reasonText } from './reasons.ts'
import { slipFoot } from './slip-foot.ts'
import { combined, pickItem } from './slip-picks.ts'
import { slipSettings } from './slip-settings.ts'
import { freeBetField } from './slip-stakes.ts'
import { byMatch, hasRelated, isBuildable, type Tab } from './slip.ts'
import type { Store } from './store.ts'
import { type Content, type Element_, h } from './view.ts'

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
        words(store.state.editing ? 'editBet' : 'betSlip'),
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
    store.state.isSettingsOpen && slipSettings(store),
    store.state.isPickGone && h('p', { key: 'gone', class: 'note', 'data-tone': 'warning' }, words('picksGone')),
    phase.is === 'placed'
      ? receipt(store, phase.bets)
      : picks.length === 0 && !store.state.editing
        ? empty(store)
        : editing(store),
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

function outcomeOf({ state: { words, format }, options }: Store, bet: WireBet): Element_ {
  if (bet.state === 'held')
    return h('p', { class: 'receipt-state', 'data-is': 'held' }, h('span', { class: 'spinner' }), words('pending'))
  if (bet.state === 'declined')
    return h(
      'p',
      { class: 'receipt-state', 'data-is': 'declined' },
      icon('close', 18),
      h(
        'span',
        {},
        bet.replaces
          ? `${words('editDeclinedTitle')}. ${reasonText(words, bet.reason)} ${words('editDeclined')}`
          : `${words('declinedTitle')}. ${reasonText(words, bet.reason)} ${words('stakeReturned')}`,
      ),
    )
  const better = bet.legs.filter(({ odds, shownOdds }) => Number(odds) > Number(shownOdds))
  const odds = (each: string) => showOdds(each, format, options.locale)
  return h(
    'p',
    { class: 'receipt-state', 'data-is': 'accepted' },
    icon('check', 18),
    h(
      'span',
      {},
      words(bet.replaces ? 'editAccepted' : 'accepted'),
      better.map((leg) => `. ${words('gotOdds', { now: odds(leg.odds), before: odds(leg.shownOdds) })}`),
    ),
  )
}

function editing(store: Store): Content {
  const { words, picks, tab } = store.state
  const isRelated = hasRelated(picks)
  const isEdit = store.state.editing !== null
  const tabs: Array<[Tab, string, boolean]> = isRelated
    ? [
        ['singles', words('singles'), !isEdit],
        ['builder', words('market_builder'), isBuildable(picks)],
      ]
    : [
        ['singles', words('singles'), !isEdit || picks.length < 2],
        ['multi', words('multi'), picks.length > 1],
        ['system', words('system'), picks.length > 2],
      ]
  return [
    isEdit && editNote(store),
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
      byMatch(picks).size === 1 &&
      h('p', { key: 'match', class: 'builder-match' }, icon('football', 16), `${picks[0]!.home} – ${picks[0]!.away}`),
    h(
      'ul',
      { key: 'picks', class: 'picks' },
      picks.map((pick) => pickItem(store, pick)),
    ),
    isRelated &&
      !isBuildable(picks) &&
      h('p', { key: 'related', class: 'note', 'data-tone': 'info' }, words('relatedSelections')),
    // What is staked and the button stay in view below any number of selections.
    h(
      'div',
      { key: 'end', class: 'slip-end' },
      freeBetField(store),
      tab !== 'singles' && (tab === 'builder' || !isRelated) && combined(store, tab),
      isEdit ? editFoot(store) : slipFoot(store),
    ),
  ]
}
