/** The page of a match: its board, and its markets in groups. */
import { marketName } from '../names.ts'
import type { Board, WireEvent, WireMarket } from '../wire.ts'
import { clockText, periodName } from './clock.ts'
import { crest, flag, icon } from './icons.ts'
import { linkTo } from './link.ts'
import { settingsButton, star } from './list.ts'
import { oddsButton, slipLink } from './odds-button.ts'
import type { Store } from './store.ts'
import { type Content, type Element_, h } from './view.ts'

const groups: Record<string, string[]> = {
  main: ['result', 'doubleChance', 'drawNoBet', 'bothScore', 'winner', 'moneyline', 'setWinner', 'regularResult'],
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
  return [board(store, open), groupTabs(store, open), marketList(store, open)]
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
            : words('upcoming'),
        ),
      ),
      team('away'),
    ),
    now.parts.length > 0 && parts(store, event),
    event.sport === 'football' && isPlayed && timeline(store, event),
  )
}

function parts({ state: { words } }: Store, { home, away, board: now, sport }: WireEvent): Element_ {
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
  const shown = event.markets.filter(({ type }) => marketGroup === 'all' || groups[marketGroup]?.includes(type))
  const types = [...new Set(shown.map(({ type }) => type))]
  if (types.length === 0)
    return h(
      'div',
      { key: 'closed', class: 'empty' },
      icon('lock', 36),
      h('p', { class: 'empty-title' }, words(isOver(event.board) ? 'eventGone' : 'suspended')),
    )
  return h(
    'div',
    { key: 'markets', class: 'markets' },
    types.map((type) =>
      card(
        store,
        event,
        shown.filter((market) => market.type === type),
      ),
    ),
  )
}

const isOver = ({ phase }: Board) => phase === 'ended' || phase === 'abandoned'
/** Markets whose lines are listed below each other. */
const goalLines = new Set(['total', 'handicap', 'halfTotal', 'homeTotal', 'awayTotal', 'totalGames', 'gameHandicap'])
const pointLines = new Set(['pointHandicap', 'totalPoints', 'homePoints', 'awayPoints'])

function card(store: Store, event: WireEvent, markets: WireMarket[]): Element_ {
  const { words } = store.state
  const [first] = markets
  const isLined = goalLines.has(first!.type) || pointLines.has(first!.type)
  const sorted = isLined ? markets.toSorted((one, two) => Number(one.line) - Number(two.line)) : markets
  const isSuspended = markets.every(({ state }) => state === 'suspended')
  return h(
    'section',
    { key: first!.type, class: 'market', 'data-suspended': isSuspended, 'aria-label': nameOf(store, event, first!) },
    h(
      'h3',
      { class: 'market-name' },
      nameOf(store, event, first!),
      isSuspended && h('span', { class: 'badge' }, icon('lock', 12), words('suspended')),
    ),
    sorted.map((market) =>
      h(
        'div',
        { key: market.id, class: 'market-odds', 'data-count': Math.min(3, columns(market)) },
        Object.keys(market.odds)
          .filter((outcome) => market.odds[outcome] !== null || columns(market) <= 3)
          .map((outcome) => oddsButton(store, { event, market, outcome })),
      ),
    ),
    slipLink(
      store,
      event.id,
      sorted.map(({ id }) => id),
    ),
  )
}

const columns = ({ odds }: WireMarket) => Object.keys(odds).length

const nameOf = ({ state }: Store, event: WireEvent, market: WireMarket) =>
  marketName(state.words, { home: event.home, away: event.away, type: market.type, line: market.line })
