/** The selections of the slip, separate or combined, with their odds. */
import { selectionName } from '../names.ts'
import { percent, showOdds } from './format.ts'
import { icon } from './icons.ts'
import { reasonText } from './reasons.ts'
import { isFreeChosen, refusalNote, stakeField } from './slip-stakes.ts'
import { currentOdds, keyOf, linesOf, type SlipPick, systemsFor, totalOdds } from './slip.ts'
import type { Store } from './store.ts'
import { type Content, type Element_, h } from './view.ts'

export function pickItem(store: Store, pick: SlipPick): Element_ {
  const { words, tab, format, faults, moves, picks } = store.state
  const { locale } = store.options
  const isPart = tab === 'builder' && picks.filter(({ eventId }) => eventId === pick.eventId).length > 1
  const isOneMatch = picks.every(({ eventId }) => eventId === pick.eventId)
  const key = keyOf(pick)
  const { name, market } = selectionName(words, pick, pick.outcome)
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
    market !== null && h('p', { class: 'pick-market' }, market),
    !(isPart && isOneMatch) && h('p', { class: 'pick-match' }, `${pick.home} – ${pick.away}`),
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

function oddsNote({ state: { words, format }, options: { locale } }: Store, pick: SlipPick): Content {
  if (!pick.changed || pick.state !== 'open') return null
  const [before, after] = [showOdds(pick.odds, format, locale), showOdds(pick.changed, format, locale)]
  return h('p', { key: 'went', class: 'note', 'data-tone': 'info' }, words('oddsWent', { before, after }))
}

export function combined(store: Store, tab: 'multi' | 'system' | 'builder'): Content {
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
    tab === 'builder' ? builderPrice(store) : marginNote(store, tab),
    !isFreeChosen(store) && stakeField(store, tab, words(tab === 'builder' ? 'market_builder' : tab)),
    fault && refusalNote(store, tab, fault),
  )
}

/** What the house keeps of the stake, on average; what a change costs is told above it. */
function marginNote({ state: { words, limits, editing }, options }: Store, tab: string): Content {
  const kept = limits[tab]?.keptShare
  if (kept === undefined || editing) return null
  return h('p', { key: 'kept', class: 'small' }, words('ourMargin', { share: percent(kept, options.locale) }))
}

/** The combined odds of the selections, or the reason why they have none. */
function builderPrice(store: Store): Content {
  const { words, builders, builderFault, format, moves, limits, editing } = store.state
  const legs = store.slipPicks()
  const isOpen = legs.length > 0 && legs.every(({ state }) => state === 'open')
  const move = legs.length === 1 ? moves.get(keyOf(legs[0]!)) : undefined
  const moved = isOpen && move && move.until > Date.now() ? move.to : null
  const keptShare = limits.builder?.keptShare ?? store.state.keptShare
  return [
    h(
      'p',
      { key: 'price', class: 'sum', 'aria-busy': legs.length === 0 && !builderFault ? 'true' : null },
      h('span', {}, words('totalOdds')),
      h(
        'b',
        { class: 'pick-odds', 'data-move': moved },
        isOpen
          ? [moved && icon(moved === 'up' ? 'up' : 'fall', 12), showOdds(totalOdds(legs), format, store.options.locale)]
          : legs.length > 0 || builderFault
            ? icon('lock', 16)
            : h('span', { class: 'spinner' }),
      ),
    ),
    [...builders.values()]
      .filter(({ changed }) => changed)
      .map((builder) => h('div', { key: keyOf(builder) }, oddsNote(store, builder))),
    builderFault &&
      h(
        'p',
        { key: 'no-price', class: 'note', 'data-tone': 'warning', role: 'status' },
        reasonText(words, builderFault) || words('error_other'),
      ),
    isOpen &&
      keptShare !== null &&
      !editing &&
      h('p', { key: 'kept', class: 'small' }, words('ourMargin', { share: percent(keptShare, store.options.locale) })),
    h('p', { key: 'rules', class: 'small' }, words('builderRules')),
  ]
}
