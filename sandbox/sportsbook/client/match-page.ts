/** The page of a match: its board, and its markets in groups. */
import { builderCode, builderMarket } from '../builder.ts'
import { marketName, partNames } from '../names.ts'
import { keptShareOf } from '../pricing/kept-share.ts'
import type { Board, SideRecord, WireEvent, WireMarket } from '../wire.ts'
import { isChosen } from './builder-ideas.ts'
import { clockText, countdownText, periodName } from './clock.ts'
import { dateOf, percent, showOdds } from './format.ts'
import { crest, flag, icon } from './icons.ts'
import { linkTo } from './link.ts'
import { settingsButton, star } from './list.ts'
import { oddsButton, slipLink } from './odds-button.ts'
import { priceGroup } from './price-stops.ts'
import { type PlacedMarket, steadyMarkets } from './steady-markets.ts'
import type { Store } from './store.ts'
import { type Content, type Element_, h } from './view.ts'

const groups: Record<string, string[]> = {
  main: [
    'result',
    'earlyResult',
    'doubleChance',
    'drawNoBet',
    'bothScore',
    'winner',
    'moneyline',
    'setWinner',
    'regularResult',
  ],
  goals: ['total', 'bothScore', 'nextGoal', 'homeTotal', 'awayTotal', 'oddEven', 'correctScore'],
  handicap: ['handicap', 'gameHandicap', 'pointHandicap'],
  halves: ['halfResult', 'halfTotal'],
  sets: ['setWinner', 'setScore', 'totalSets'],
  games: ['totalGames', 'gameHandicap'],
  points: ['totalPoints', 'homePoints', 'awayPoints', 'pointsOddEven'],
}

export function matchPage(store: Store): Content[] {
  const { words, open, isOpenGone } = store.state
  if (isOpenGone)
    return [
      h(
        'div',
        { key: 'gone', class: 'empty' },
        icon('results', 40),
        h('p', { class: 'empty-title' }, words('eventGone')),
        h('p', {}, words('eventGoneText')),
        h('a', { class: 'quiet', ...linkTo(store, '/results') }, words('results')),
      ),
    ]
  if (!open)
    return [
      h('div', { key: 'board-wait', class: 'skeleton board-wait' }),
      h(
        'div',
        { key: 'wait', class: 'skeletons' },
        [1, 2, 3, 4].map((n) => h('div', { key: n, class: 'skeleton market-wait' })),
      ),
    ]
  return [
    board(store, open),
    background(store, open),
    builderOffer(store, open),
    groupTabs(store, open),
    marketList(store, open),
  ]
}

function board(store: Store, event: WireEvent): Element_ {
  const { words } = store.state
  const { board: now } = event
  const isPlayed = now.phase !== 'upcoming'
  const team = (of: 'home' | 'away') =>
    h(
      'div',
      { class: 'board-side' },
      crest(event[of], 52),
      h('span', { class: 'board-name' }, event[of]),
      now.server === of && h('span', { class: 'board-serve' }, h('span', { class: 'serve' }), words('serves')),
    )
  return h(
    'header',
    { key: `board-${event.id}`, class: 'board', 'data-live': now.phase === 'live', 'data-sport': event.sport },
    h('h2', { class: 'hidden' }, `${event.home} – ${event.away}`),
    h(
      'div',
      { class: 'board-top' },
      h('a', { class: 'back', ...linkTo(store, `/${event.sport}`), 'aria-label': words('back') }, icon('back')),
      h('span', { class: 'board-league' }, flag(event.league.colors), event.league.name),
      h('span', { class: 'board-tools' }, settingsButton(store), star(store, event)),
    ),
    h(
      'div',
      { class: 'board-main' },
      team('home'),
      h(
        'div',
        { class: 'board-middle' },
        isPlayed
          ? h(
              'p',
              { class: 'board-score', 'aria-label': `${words('score')} ${now.score.home} – ${now.score.away}` },
              h('span', {}, String(now.score.home)),
              h('span', { class: 'board-dash', 'aria-hidden': 'true' }, '–'),
              h('span', {}, String(now.score.away)),
            )
          : h('p', { class: 'board-score board-time' }, clockText(store, event)),
        h(
          'p',
          { class: 'board-clock', 'data-live': now.phase === 'live' },
          now.phase === 'live' && h('span', { class: 'pulse' }),
          isPlayed
            ? [
                now.minute !== null && now.phase === 'live' ? `${clockText(store, event)} · ` : '',
                periodName(store, now),
              ]
            : countdownText(store, event),
        ),
      ),
      team('away'),
    ),
    now.parts.length > 0 && scoreOfParts(store, event),
    event.sport === 'football' && isPlayed && timeline(store, event),
  )
}

function scoreOfParts({ state: { words } }: Store, { home, away, board: now, sport }: WireEvent): Element_ {
  const line = (of: 'home' | 'away', name: string) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, name),
      now.parts.map((part) => h('td', {}, String(part[of]))),
      now.points && h('td', { class: 'part-points' }, now.points[of]),
    )
  const title = sport === 'tennis' ? 'set' : 'quarter'
  return h(
    'table',
    { class: 'parts' },
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        h('td', {}),
        now.parts.map((_, index) =>
          h(
            'th',
            { scope: 'col', 'aria-label': index === 4 ? words('overtime') : words(title, { number: index + 1 }) },
            index === 4 ? '+' : String(index + 1),
          ),
        ),
        now.points && h('th', { scope: 'col' }, words('points')),
      ),
    ),
    h('tbody', {}, line('home', home), line('away', away)),
  )
}

const minutes = 90

/** The timeline of a football match with the elapsed time and the goals. */
function timeline({ state: { words } }: Store, event: WireEvent): Element_ {
  const { goals, minute, phase } = event.board
  const at = phase === 'live' ? (minute ?? 0) : minutes
  return h(
    'div',
    { class: 'timeline' },
    h(
      'div',
      { class: 'timeline-bar', 'aria-hidden': 'true' },
      h('span', { class: 'timeline-done', '--at': String(Math.min(1, at / minutes)) }),
      h('span', { class: 'timeline-half' }),
      goals.map((goal, index) =>
        h('span', {
          key: index,
          class: 'timeline-goal',
          'data-side': goal.side,
          '--at': String(goal.minute / minutes),
        }),
      ),
    ),
    goals.length > 0 &&
      h(
        'ol',
        { class: 'goals', 'aria-label': words('timeline') },
        goals.map((goal, index) =>
          h(
            'li',
            { key: index, 'data-side': goal.side },
            icon('football', 14),
            words('goalAt', { minute: goal.minute, side: event[goal.side] }),
          ),
        ),
      ),
  )
}

/** Table, form and earlier meetings of the two sides, in one line until it is opened. */
function background(store: Store, event: WireEvent): Content {
  const { words, background: known } = store.state
  if (!known) return null
  const { locale } = store.options
  const { home, away, meetings, sides } = known
  const isScored = event.sport !== 'tennis'
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  const average = (total: number, { played }: SideRecord) => (played > 0 ? number.format(total / played) : '–')
  const rows: Array<[name: string, text: (side: SideRecord) => Content]> = [
    [words('form'), formOf],
    [words('position'), ({ position }) => words('positionOf', { position, sides })],
    [words('wonOf'), ({ won, played }) => `\u2066${won} / ${played}\u2069`],
    ...(isScored
      ? ([
          [words('scoredEach'), (side) => average(side.scored, side)],
          [words('concededEach'), (side) => average(side.conceded, side)],
        ] satisfies typeof rows)
      : []),
  ]
  function formOf({ form }: SideRecord): Content {
    if (form.length === 0) return '–'
    return h(
      'span',
      { class: 'form' },
      form.map((result, index) =>
        h(
          'span',
          { key: index, 'data-is': result },
          h('span', { 'aria-hidden': 'true' }, words(`form_${result}`)),
          h('span', { class: 'hidden' }, words(`formName_${result}`)),
        ),
      ),
    )
  }
  return h(
    'details',
    { key: `background-${event.id}`, class: 'market background' },
    h('summary', { class: 'market-name' }, h('h3', {}, words('background')), h('span', {}), icon('more', 16)),
    h(
      'table',
      { class: 'records' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('td', {}),
          [home, away].map(({ side }) => h('th', { key: side, scope: 'col' }, side)),
        ),
      ),
      h(
        'tbody',
        {},
        rows.map(([name, text]) =>
          h(
            'tr',
            { key: name },
            h('th', { scope: 'row' }, name),
            [home, away].map((side) => h('td', { key: side.side }, text(side))),
          ),
        ),
      ),
    ),
    h('h4', {}, words('meetings')),
    meetings.length === 0
      ? h('p', { class: 'small' }, words('noMeetings'))
      : h(
          'ul',
          { class: 'meetings' },
          meetings.map(({ id, home: one, away: two, startsAt, score }) =>
            h(
              'li',
              { key: id },
              h('span', { class: 'small' }, dateOf(startsAt - store.state.clockOffset, locale)),
              h('a', { ...linkTo(store, `/event/${id}`) }, `${one} – ${two}`),
              h('b', {}, `\u2066${score.home}–${score.away}\u2069`),
            ),
          ),
        ),
  )
}

/** The bet builder by its name, with combinations to start from. */
function builderOffer(store: Store, event: WireEvent): Content {
  const { words, ideas, format } = store.state
  if (ideas?.eventId !== event.id || ideas.list.length === 0 || isOver(event.board)) return null
  return h(
    'section',
    { key: `builder-${event.id}`, class: 'market builder-offer', 'aria-labelledby': 'sb-builder' },
    h('h3', { id: 'sb-builder' }, words(`market_${builderMarket}`)),
    h('p', { class: 'small' }, words('builderOffer')),
    h(
      'div',
      { class: 'ideas', ...priceGroup(words(`market_${builderMarket}`)) },
      ideas.list.map((idea, index) => {
        const { parts, price } = idea
        const isOpen = price?.state === 'open' && price.odds !== null
        return h(
          'button',
          {
            key: index,
            type: 'button',
            class: 'odds idea',
            'aria-pressed': isChosen(store.state, event.id, idea) ? 'true' : 'false',
            'aria-disabled': isOpen ? null : 'true',
            onclick: () => isOpen && store.toggleIdea(event, idea),
          },
          h('span', { class: 'odds-name' }, partNames(words, event, builderCode(parts)).join(' + ')),
          h(
            'span',
            { class: 'odds-price' },
            isOpen ? showOdds(price.odds!, format, store.options.locale) : icon('lock', 14),
          ),
        )
      }),
    ),
  )
}

function groupTabs(store: Store, event: WireEvent): Element_ {
  const { words, marketGroup } = store.state
  const present = ['all', ...Object.keys(groups)].filter(
    (group) => group === 'all' || event.markets.some(({ type }) => groups[group]!.includes(type)),
  )
  return h(
    'div',
    { key: 'groups', class: 'chips', role: 'group' },
    present.map((group) =>
      h(
        'button',
        {
          key: group,
          type: 'button',
          class: 'chip',
          'aria-pressed': group === marketGroup ? 'true' : 'false',
          onclick: () => store.set({ marketGroup: group }),
        },
        words(`group_${group}`),
      ),
    ),
  )
}

function marketList(store: Store, event: WireEvent): Element_ {
  const { marketGroup, words } = store.state
  const isShown = ({ type }: WireMarket) => marketGroup === 'all' || groups[marketGroup]!.includes(type)
  const shown = steadyMarkets(store.state, event, marketGroup, isShown)
  if (shown.length === 0)
    return h(
      'div',
      { key: 'closed', class: 'empty' },
      icon('lock', 36),
      h('p', { class: 'empty-title' }, words(isOver(event.board) ? 'eventGone' : 'suspended')),
    )
  return h(
    'div',
    { key: 'markets', class: 'markets' },
    shown.map((markets) => card(store, event, markets)),
  )
}

const isOver = ({ phase }: Board) => phase === 'ended' || phase === 'abandoned'

function card(store: Store, event: WireEvent, markets: PlacedMarket[]): Element_ {
  const { words } = store.state
  const [first] = markets
  const isSuspended = markets.every(({ state }) => state !== 'open')
  return h(
    'section',
    { key: first!.type, class: 'market', 'data-suspended': isSuspended, 'aria-label': nameOf(store, event, first!) },
    h(
      'details',
      { open: true },
      h(
        'summary',
        { class: 'market-name' },
        h('h3', {}, nameOf(store, event, first!)),
        isSuspended ? h('span', { class: 'badge' }, icon('lock', 12), words('suspended')) : keptNote(store, markets),
        icon('more', 16),
      ),
      first!.type === 'earlyResult' && h('p', { class: 'small' }, words('about_earlyResult')),
      h(
        'div',
        { key: 'prices', ...priceGroup(nameOf(store, event, first!)) },
        markets.map((market) =>
          h(
            'div',
            { key: market.id, class: 'market-odds', 'data-count': Math.min(3, market.outcomes.length) },
            market.outcomes.map((outcome) => oddsButton(store, { event, market, outcome })),
          ),
        ),
      ),
    ),
    slipLink(
      store,
      event.id,
      markets.map(({ id }) => id),
    ),
  )
}

/** The share that the house keeps of a market; of several lines the highest. */
function keptNote({ state: { words }, options: { locale } }: Store, markets: WireMarket[]): Content {
  const shares = markets.map(keptShareOf).filter((share) => share !== null)
  if (shares.length === 0) return null
  return h('span', { class: 'kept' }, words('ourMargin', { share: percent(Math.max(...shares), locale) }))
}

const nameOf = ({ state }: Store, event: WireEvent, market: WireMarket) =>
  marketName(state.words, { home: event.home, away: event.away, type: market.type, line: market.line })
