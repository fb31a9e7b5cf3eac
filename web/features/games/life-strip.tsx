/**
 * What happens now: the shared round, the next race, the player's quest, and the latest wins, multiplier first. Each
 * opens what it tells of, a win its round. Visitors can turn it off; with reduced motion it shows the moment at which
 * the page was opened. It is absent if there is nothing to tell, and appears at no later moment, which would push the
 * page down.
 */
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Game, Winner } from '#contract/games.ts'
import { leastListedMultiple } from '#contract/listed-wins.ts'
import type { Quest } from '#contract/quests.ts'
import type { Tournament } from '#contract/tournaments.ts'
import { useApi, writeApi } from '../../api/use-api.ts'
import { IconButton } from '../../design/button/button.tsx'
import { Icon, type IconName } from '../../design/icon/icon.tsx'
import { LazyImage } from '../../design/lazy-image/lazy-image.tsx'
import { Money, useMoney } from '../../design/money/money.tsx'
import { onPreferenceChange, setPreference } from '../../device/preferences.ts'
import { ModalLink } from '../../modals/use-modal.tsx'
import { useLabels, useLocale } from '../../render/labels.tsx'
import { Link, useVisitor } from '../../render/router.tsx'
import { questsRoute } from '../quests/store.ts'
import { progressText } from '../quests/task-text.ts'
import { serverNow } from '../session/server-clock.ts'
import { OwnMoney } from '../wallet/own-money.tsx'
import { useBetweenRounds } from '../wallet/running-rounds.ts'
import { formatElapsed, formatMultiplier } from './figures.ts'
import { lifeId, sharedRound } from './life.ts'
import { withPushed } from './live-lists.ts'
import { useHeld, useIsHeld, usePushedBets } from './pushed-bets.ts'
import { playPath } from './tile.tsx'
import { useStillPress } from './use-still-press.ts'
import styles from './life-strip.module.css'

const winsMs = 30_000
const roundMs = 5_000
const shownWins = 12
const none: Winner[] = []

export default function LifeStrip() {
  const t = useLabels('lobby')
  const section = useRef<HTMLElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const isOff = useIsOff()
  const isStill = useIsStill()
  const isHeld = useIsHeld(section) || isOff || isStill
  const onClickCapture = useStillPress(list)
  const race = useRace(isHeld)
  const round = useRound(isHeld)
  const quest = useActiveQuest()
  const wins = useWins(isHeld)
  const [isTold] = useState(wins.length > 0 || race || quest || (round?.players ?? 0) > 0)
  if (!isTold) return null
  return (
    <section ref={section} id={lifeId} className={styles.strip} aria-labelledby="life-title">
      <h2 id="life-title" className={styles.title}>
        {t('life')}
      </h2>
      <ul ref={list} className={styles.list} onClickCapture={onClickCapture}>
        {round && (
          <li>
            <RoundCard {...round} />
          </li>
        )}
        {race && (
          <li>
            <RaceCard race={race} isStill={isStill} />
          </li>
        )}
        {quest && (
          <li>
            <QuestCard quest={quest} />
          </li>
        )}
        {wins.map((win) => (
          <li key={win.id}>
            <WinCard win={win} />
          </li>
        ))}
      </ul>
      <IconButton icon="eye-off" label={t('lifeHide')} onClick={() => setPreference('life', 'off')} />
    </section>
  )
}

function Words({ icon, title, children }: { icon?: IconName; title: ReactNode; children: ReactNode }) {
  return (
    <>
      {icon && <Icon name={icon} size={20} />}
      <span className={styles.words}>
        <strong>{title}</strong>
        <span>{children}</span>
      </span>
    </>
  )
}

function WinCard({ win: { game, nickname, stake, win, currency, verifyUrl } }: { win: Winner }) {
  const locale = useLocale()
  return (
    <Link to={verifyUrl ?? `/games/${game.id}`} className={styles.card}>
      {game.thumbnail && <LazyImage src={game.thumbnail} width={30} height={40} />}
      <Words
        title={
          <>
            {/* Never rounded up. */}
            {formatMultiplier(Math.floor((win / stake) * 10) / 10, locale)}{' '}
            <Money amount={win} currency={currency} tone="win" />
          </>
        }
      >
        <bdi>{nickname}</bdi> ·&nbsp;{game.name}
      </Words>
    </Link>
  )
}

function RoundCard({ game, players }: { game: Game; players: number }) {
  const t = useLabels('lobby')
  const { isSignedIn } = useVisitor()
  return (
    <Link to={playPath(game, isSignedIn)} className={styles.card}>
      <Words icon="bolt" title={game.name}>
        {players > 0 ? t('lifePlayers', { count: players }) : t('lifeNext')}
      </Words>
    </Link>
  )
}

function RaceCard({ race: { identity, title, pool, currency, ...times }, isStill }: RaceProps) {
  const t = useLabels('lobby')
  const clock = <Clock {...times} isStill={isStill} />
  return (
    <Link to={`/tournaments/${identity}`} className={styles.card}>
      <Words icon="trophy" title={title}>
        {times.state === 'running' ? (
          clock
        ) : (
          <>
            {t('lifeStarts')} {clock}
          </>
        )}{' '}
        ·&nbsp;
        <OwnMoney amount={pool} currency={currency} />
      </Words>
    </Link>
  )
}

type RaceProps = { race: Tournament; isStill: boolean }

type ClockProps = Pick<Tournament, 'state' | 'startsAt' | 'endsAt' | 'remainingMs'> & { isStill: boolean }

/** The time until the end, or until the start. With reduced motion it changes once a minute. */
function Clock({ state, startsAt, endsAt, remainingMs, isStill }: ClockProps) {
  const end = Date.parse(state === 'running' ? endsAt : startsAt)
  const [leftMs, setLeftMs] = useState(remainingMs)
  useEffect(() => {
    const show = () => setLeftMs(end - serverNow())
    show()
    const ticking = setInterval(show, isStill ? 60_000 : 1000)
    return () => clearInterval(ticking)
  }, [end, isStill])
  return <time className={styles.clock}>{formatElapsed(Math.max(0, leftMs / 1000))}</time>
}

function QuestCard({ quest }: { quest: Quest }) {
  const t = useLabels('quests')
  const money = useMoney()
  const task = quest.tasks.find(({ isActive, isCompleted }) => isActive && !isCompleted) ?? quest.tasks.at(-1)!
  const done = quest.tasks.filter(({ isCompleted }) => isCompleted).length
  return (
    <ModalLink modal="quest-tasks" value={quest.id} className={styles.card}>
      <Words icon="flag" title={quest.name}>
        <bdi>
          {(quest.tasks.length === 1 && progressText(t, money, task)) ||
            t('progressOf', { done, total: quest.tasks.length })}
        </bdi>
      </Words>
    </ModalLink>
  )
}

/** The race that ends first, or the next one. */
function useRace(isHeld: boolean): Tournament | undefined {
  const { data } = useApi('GET /api/retention/tournaments')
  const first = (list: Tournament[] = [], by: 'endsAt' | 'startsAt' = 'endsAt') =>
    list.filter(({ state }) => state !== 'finalising').toSorted((a, b) => a[by].localeCompare(b[by]))[0]
  return useHeld(first(data?.running) ?? first(data?.next, 'startsAt'), isHeld)
}

/** The shared round, if the visitor can play it. */
function useRound(isHeld: boolean): { game: Game; players: number } | null {
  const { data: lobby } = useApi('GET /api/game/lobby')
  const { data } = useApi(...sharedRound, { refetchInterval: isHeld ? false : roundMs })
  const game = lobby?.games.find(({ id }) => id === sharedRound[1].params.gameId)
  const isOpen = data?.phase && data.phase !== 'closed' && data.phase !== 'paused'
  const players = useHeld(isOpen ? data.bets.length : 0, isHeld)
  return game && isOpen ? { game, players } : null
}

function useActiveQuest(): Quest | undefined {
  const { isSignedIn } = useVisitor()
  const { data } = useApi(questsRoute, undefined, { enabled: isSignedIn })
  const quests = useBetweenRounds(data)
  return quests?.find(({ state }) => state === 2)
}

function useWins(isHeld: boolean): Winner[] {
  const client = useQueryClient()
  const { data = none } = useApi('GET /api/game/spins/winners', undefined, { refetchInterval: isHeld ? false : winsMs })
  usePushedBets(true, (bets) =>
    writeApi(client, 'GET /api/game/spins/winners', undefined, (cached) =>
      withPushed(
        cached,
        bets.filter(({ win, stake }) => win >= stake * leastListedMultiple),
        'all',
      ),
    ),
  )
  return useHeld(useBetweenRounds(data), isHeld).slice(0, shownWins)
}

const useIsOff = () =>
  useSyncExternalStore(
    onPreferenceChange,
    () => document.documentElement.dataset.life === 'off',
    () => false,
  )

function useIsStill(): boolean {
  const [isStill, setStill] = useState(false)
  useEffect(() => {
    setStill(matchMedia('(prefers-reduced-motion: reduce)').matches)
  }, [])
  return isStill
}
