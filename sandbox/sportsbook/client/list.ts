/** Lists of matches: by sport and league, in play and upcoming, with search, periods and favorites. */
import { signed } from '../names.ts'
import { lineIn } from '../words.ts'
import { listedTypes, type Sport, sports, type WireEvent } from '../wire.ts'
import { clockText, countdownText, periodName } from './clock.ts'
import { crest, flag, icon, type IconName } from './icons.ts'
import { linkTo } from './link.ts'
import { oddsButton, slipLink } from './odds-button.ts'
import { priceGroup } from './price-stops.ts'
import { type Column, columns, type Period } from './state.ts'
import { arrivalsOf, byLeague, eventOf, isLive, steady } from './steady-list.ts'
import type { Store } from './store.ts'
import { type Content, type Element_, h } from './view.ts'

const periods: Period[] = ['all', '15', '60']

export function nav(store: Store): Element_ {
  const { words, events, path, bets, favorites } = store.state
  const all = [...events.values()]
  const open = [...bets.values()].filter(({ state }) => state === 'held' || state === 'accepted').length
  const tab = (to: string, name: IconName, label: string, count: number | null) =>
    h(
      'a',
      { key: to, class: 'tab', 'aria-current': path === to ? 'page' : null, ...linkTo(store, to) },
      icon(name),
      h('span', { class: 'tab-name' }, label),
      count !== null && count > 0 && h('span', { class: 'count' }, String(count)),
    )
  return h(
    'nav',
    { key: 'nav', class: 'tabs', 'aria-label': words('sports') },
    tab('/live', 'live', words('live'), all.filter(isLive).length),
    tab('/', 'all', words('allSports'), null),
    sports.map((sport) => tab(`/${sport}`, sport, words(`sport_${sport}`), null)),
    tab('/favorites', 'star', words('favorites'), favorites.size),
    tab('/results', 'results', words('results'), null),
    !store.isGuest() && tab('/bets', 'bets', words('myBets'), open),
  )
}

export function searchField(store: Store): Element_ {
  const { words, search } = store.state
  return h(
    'div',
    { key: 'search', class: 'search', role: 'search', 'aria-label': words('search') },
    icon('search', 18),
    h('input', {
      type: 'search',
      value: search,
      placeholder: words('search'),
      'aria-label': words('search'),
      enterkeyhint: 'search',
      autocomplete: 'off',
      oninput: (event) => store.set({ search: (event.target as HTMLInputElement).value }),
    }),
    search !== '' &&
      h(
        'button',
        {
          type: 'button',
          class: 'plain',
          'aria-label': words('clearSearch'),
          onclick: () => store.set({ search: '' }),
        },
        icon('close', 18),
      ),
  )
}

/** The button for the slip's settings, shown where the slip is not beside the page, even if it is empty. */
export function settingsButton(store: Store): Element_ {
  return h(
    'button',
    {
      key: 'settings',
      type: 'button',
      class: 'plain slip-settings',
      'aria-label': store.state.words('settings'),
      onclick: () => store.set({ isSlipOpen: true, isSettingsOpen: true }),
    },
    icon('settings'),
  )
}

export function filters(store: Store): Content {
  const { words, period, league, path, events } = store.state
  const sport = sports.find((each) => path === `/${each}`)
  const leagues = new Map(
    [...events.values()].filter((event) => event.sport === sport).map((event) => [event.league.id, event.league]),
  )
  const chip = (label: Content, isOn: boolean, onclick: () => void, key: string) =>
    h('button', { key, type: 'button', class: 'chip', 'aria-pressed': isOn ? 'true' : 'false', onclick }, label)
  return h(
    'div',
    { key: 'filters', class: 'chips' },
    periods.map((each) => chip(words(`time_${each}`), each === period, () => store.set({ period: each }), each)),
    [...leagues.values()].map(({ id, name, colors }) =>
      chip([flag(colors), name], id === league, () => store.set({ league: id === league ? null : id }), id),
    ),
  )
}

export function list(store: Store): Content[] {
  const { state } = store
  const { words } = state
  const { live, upcoming } = steady(state, store.now())
  const found = (ids: string[]) => ids.map((id) => eventOf(state, id)).filter((event) => event !== undefined)
  const section = (id: string, title: Content, ids: string[]) =>
    ids.length > 0 &&
    h(
      'section',
      { key: id, class: 'group', 'aria-labelledby': `sb-${id}` },
      h('h2', { id: `sb-${id}`, class: 'group-title' }, title),
      byLeague(found(ids)).map((group) => leagueBox(store, id, group)),
    )
  return [
    arrivals(store),
    live.length + upcoming.length > 0 && columnChoice(store),
    live.length + upcoming.length === 0 && nothing(store),
    section('live', [h('span', { class: 'pulse' }), words('live')], live),
    section('upcoming', words('upcoming'), upcoming),
  ]
}

/** Where a row has room for one market: which one it shows. */
function columnChoice(store: Store): Element_ {
  const { words, column } = store.state
  return h(
    'div',
    { key: 'column', class: 'segments column-choice', role: 'group', 'aria-label': words('columns') },
    columns.map((each) =>
      h(
        'button',
        {
          key: each,
          type: 'button',
          'aria-pressed': each === column ? 'true' : 'false',
          onclick: () => store.set({ column: each }),
        },
        words(`column_${each}`),
      ),
    ),
  )
}

/** Says over the list what has changed in it; the matches move when the player presses the button. */
function arrivals(store: Store): Element_ {
  const { words } = store.state
  const { began, ended } = arrivalsOf(store.state, store.now())
  const texts = [began > 0 && words('began', { count: began }), ended > 0 && words('over', { count: ended })]
  const said = texts.filter((text) => text !== false).join(' · ')
  return h(
    'div',
    { key: 'arrivals', class: 'arrivals' },
    h('p', { class: 'hidden', role: 'status' }, said),
    said !== '' &&
      h(
        'button',
        { key: 'move', type: 'button', class: 'arrivals-move', onclick: () => store.set({ shown: null }) },
        icon('repeat', 16),
        h('span', {}, said),
        h('b', {}, words('updateList')),
      ),
  )
}

function nothing(store: Store): Element_ {
  const { words, path } = store.state
  const isFavorites = path === '/favorites'
  return h(
    'div',
    { key: 'nothing', class: 'empty' },
    icon(isFavorites ? 'star' : 'search', 40),
    h('p', { class: 'empty-title' }, words(isFavorites ? 'noFavorites' : 'noEvents')),
    h('p', {}, words(isFavorites ? 'noFavoritesText' : 'noEventsText')),
    h(
      'button',
      {
        type: 'button',
        class: 'quiet',
        onclick: () => {
          store.set({ search: '', period: 'all', league: null })
          store.go('/')
        },
      },
      words('showAll'),
    ),
  )
}

function leagueBox(store: Store, section: string, events: WireEvent[]): Element_ {
  const { sport, league: of } = events[0]!
  return h(
    'div',
    {
      key: `${of.id}-${section}`,
      class: 'league',
      role: 'group',
      'aria-label': of.name,
      'data-column': store.state.column,
    },
    h(
      'h3',
      { class: 'league-name' },
      icon(sport, 16),
      flag(of.colors),
      h('span', {}, of.name),
      h(
        'span',
        { class: 'columns', 'aria-hidden': 'true' },
        columns.map((column) =>
          h(
            'span',
            { class: 'column', 'data-column': column },
            column === 'result'
              ? columnsOf(sport).map((each) => h('span', {}, each))
              : h('span', {}, store.state.words(`column_${column}`)),
          ),
        ),
      ),
    ),
    events.map((event) => row(store, event)),
  )
}

type Place = { sport: Sport; line: string | null; column: Column; outcome: string; index: number }
/** What a button says beside its price; the names of the sides are in the row. */
export function columnLabel(locale: string, { sport, line, column, outcome, index }: Place): string {
  if (column === 'result') return columnsOf(sport)[index]!
  if (column === 'total') return `\u2066${outcome === 'over' ? '>' : '<'} ${lineIn(locale, line ?? '')}\u2069`
  return `\u2066${lineIn(locale, signed(outcome === 'home' ? Number(line) : -Number(line)))}\u2069`
}

const columnsOf = (sport: Sport) => (sport === 'football' ? ['1', 'X', '2'] : ['1', '2'])

function row(store: Store, event: WireEvent): Element_ {
  const { words } = store.state
  const { board } = event
  const inColumns = columns.map((column, at) => {
    const market = event.markets.find(({ type }) => type === listedTypes[event.sport][at])
    return { column, market }
  })
  const isPlayed = board.phase === 'live'
  const more = event.marketCount - event.markets.length
  return h(
    'article',
    { key: event.id, class: 'row', 'data-event': event.id, 'data-live': isPlayed },
    star(store, event),
    h(
      'a',
      { class: 'row-match', ...linkTo(store, `/event/${event.id}`) },
      h(
        'span',
        { class: 'row-clock', 'data-live': isPlayed },
        clockText(store, event),
        board.phase === 'upcoming' && h('span', { class: 'row-part' }, countdownText(store, event)),
        isPlayed &&
          board.minute !== null &&
          board.period !== 'halfTime' &&
          h('span', { class: 'row-part' }, periodName(store, board)),
      ),
      side(event, 'home'),
      side(event, 'away'),
    ),
    h(
      'div',
      { class: 'row-odds', ...(event.markets.length > 0 && priceGroup(`${event.home} – ${event.away}`)) },
      event.markets.length > 0
        ? inColumns.map(({ column, market }) =>
            h(
              'div',
              {
                key: column,
                class: 'column',
                'data-column': column,
                role: 'group',
                'aria-label': words(market ? `market_${market.type}` : `column_${column}`),
              },
              market
                ? Object.keys(market.odds).map((outcome, index) =>
                    oddsButton(store, {
                      event,
                      market,
                      outcome,
                      label: columnLabel(store.options.locale, {
                        sport: event.sport,
                        line: market.line,
                        column,
                        outcome,
                        index,
                      }),
                    }),
                  )
                : h(
                    'span',
                    { class: 'row-closed' },
                    icon('lock', 14),
                    h('span', { class: 'hidden' }, words('suspended')),
                  ),
            ),
          )
        : h(
            'span',
            { class: 'row-closed' },
            icon('lock', 16),
            words(board.phase === 'ended' || board.phase === 'abandoned' ? board.phase : 'suspended'),
          ),
    ),
    slipLink(
      store,
      event.id,
      event.markets.map(({ id }) => id),
    ),
    more > 0
      ? h(
          'a',
          {
            class: 'row-more',
            ...linkTo(store, `/event/${event.id}`),
            // The names lead to the same page, and a list has dozens of rows.
            tabindex: '-1',
            'aria-label': words('moreMarkets', { count: more }),
          },
          h('span', { 'aria-hidden': 'true' }, `\u2066+${more}\u2069`),
          icon('more', 14),
        )
      : h('span', { class: 'row-more' }),
  )
}

export function star(store: Store, { id, home, away }: WireEvent): Element_ {
  return h(
    'button',
    {
      type: 'button',
      class: 'star',
      'aria-pressed': store.state.favorites.has(id) ? 'true' : 'false',
      'aria-label': store.state.words('favorite', { name: `${home} – ${away}` }),
      onclick: () => store.toggleFavorite(id),
    },
    icon('star'),
  )
}

function side(event: WireEvent, of: 'home' | 'away'): Element_ {
  const { board } = event
  return h(
    'span',
    { class: 'side' },
    crest(event[of], 20),
    h('span', { class: 'side-name' }, event[of]),
    board.server === of && h('span', { class: 'serve', 'aria-hidden': 'true' }),
    board.phase !== 'upcoming' &&
      h(
        'span',
        { class: 'side-scores' },
        event.sport === 'tennis' && board.parts.map((part) => h('span', { class: 'side-part' }, String(part[of]))),
        event.sport === 'tennis' && board.points && h('span', { class: 'side-points' }, board.points[of]),
        h('b', {}, String(board.score[of])),
      ),
  )
}

export function results(store: Store): Content[] {
  const { words, results: all } = store.state
  if (!all)
    return [
      h(
        'div',
        { key: 'wait', class: 'skeletons' },
        [1, 2, 3, 4, 5].map((n) => h('div', { key: n, class: 'skeleton' })),
      ),
    ]
  const leagues = byLeague(all).map((events) =>
    h(
      'div',
      { key: events[0]!.league.id, class: 'league', role: 'group', 'aria-label': events[0]!.league.name },
      h(
        'h3',
        { class: 'league-name' },
        icon(events[0]!.sport, 16),
        flag(events[0]!.league.colors),
        events[0]!.league.name,
      ),
      events.map((event) =>
        h(
          'article',
          { key: event.id, class: 'row result' },
          h(
            'span',
            { class: 'row-match' },
            h('span', { class: 'row-clock' }, words(event.board.phase === 'abandoned' ? 'abandoned' : 'ended')),
            side(event, 'home'),
            side(event, 'away'),
          ),
        ),
      ),
    ),
  )
  return [h('h2', { key: 'title', class: 'hidden' }, words('results')), leagues]
}
