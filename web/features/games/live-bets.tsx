/**
 * The live feed of settled rounds: all, those with high amounts, or the player's own. Each links to the page where it
 * can be verified. The feed is read and followed only once it has been visible.
 */
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import type { LiveBet, Spin } from '#contract/games.ts'
import { useApi, writeApi } from '../../api/use-api.ts'
import { Button } from '../../design/button/button.tsx'
import { LazyImage } from '../../design/lazy-image/lazy-image.tsx'
import { Money } from '../../design/money/money.tsx'
import { Tabs } from '../../design/tabs/tabs.tsx'
import { When } from '../../design/when/when.tsx'
import { below } from '../../render/below.ts'
import { useLabels } from '../../render/labels.tsx'
import { Link, useVisitor } from '../../render/router.tsx'
import { useSeen } from '../../render/use-seen.ts'
import { useBetweenRounds } from '../wallet/running-rounds.ts'
import { withPushed } from './live-lists.ts'
import { useHeld, useIsHeld, usePushedBets } from './pushed-bets.ts'
import { useStillPress } from './use-still-press.ts'
import styles from './live-bets.module.css'

type Feed = 'all' | 'high' | 'mine'
const rowCount = 10
const refetchMs = 30_000
const ownRounds = { query: { page: 1, perPage: rowCount } }

export function LiveBets() {
  const t = useLabels('lobby')
  const { isSignedIn } = useVisitor()
  const [chosen, setFeed] = useState<Feed>('all')
  const feed = isSignedIn ? chosen : chosen === 'mine' ? 'all' : chosen
  const [isPaused, setPaused] = useState(false)
  const section = useRef<HTMLElement>(null)
  const isSeen = useSeen(section)
  const isHeld = useIsHeld(section)
  const client = useQueryClient()
  usePushedBets(isSeen, (bets) => {
    for (const each of ['all', 'high'] as const)
      writeApi(client, 'GET /api/game/spins/live', { query: { feed: each } }, (cached) =>
        withPushed(cached, bets, each),
      )
  })
  const feeds: Feed[] = isSignedIn ? ['all', 'high', 'mine'] : ['all', 'high']
  return (
    <section ref={section} className={styles.section} {...below} aria-labelledby="live-bets">
      <header className={styles.header}>
        <h2 id="live-bets">{t('liveBets')}</h2>
        <Button
          size="s"
          icon={isPaused ? 'play' : 'pause'}
          aria-pressed={isPaused}
          onClick={() => setPaused(!isPaused)}
        >
          {t('livePause')}
        </Button>
      </header>
      <Tabs
        tabs={feeds.map((value) => ({ value, label: t(`live_${value}`) }))}
        value={feed}
        onChange={setFeed}
        label={t('liveBets')}
      >
        {feed === 'mine' ? (
          <OwnBets isRead={isSeen} isPaused={isPaused || isHeld} />
        ) : (
          <PublicBets key={feed} feed={feed} isRead={isSeen} isPaused={isPaused || isHeld} />
        )}
      </Tabs>
      <p className={styles.note}>{t('liveNote')}</p>
    </section>
  )
}

type ListProps = { isRead: boolean; isPaused: boolean }

function PublicBets({ feed, isRead, isPaused }: ListProps & { feed: 'all' | 'high' }) {
  const t = useLabels('lobby')
  const { data } = useApi(
    'GET /api/game/spins/live',
    { query: { feed } },
    { enabled: isRead, refetchInterval: refetchMs },
  )
  // The feed contains the player's own rounds.
  const bets = useHeld(useBetweenRounds(data), isPaused)
  return (
    <Rows isLoading={!bets} none={t(feed === 'high' ? 'liveNoneHigh' : 'liveNone')}>
      {bets?.slice(0, rowCount).map((bet) => (
        <Row key={bet.id} bet={bet} who={<bdi>{bet.nickname}</bdi>} />
      ))}
    </Rows>
  )
}

function OwnBets({ isRead, isPaused }: ListProps) {
  const t = useLabels('lobby')
  const { data } = useApi('GET /api/game/spins', ownRounds, {
    enabled: isRead,
    refetchInterval: isPaused ? false : refetchMs,
  })
  const spins = useBetweenRounds(data)
  return (
    <Rows isLoading={!spins} none={t('liveNoneMine')}>
      {spins?.data.map((spin) => (
        <Row key={spin.id} bet={{ ...spin, at: spin.createdAt }} who={<When at={spin.createdAt} form="short" />} />
      ))}
    </Rows>
  )
}

function Rows({ isLoading, none, children }: { isLoading: boolean; none: string; children: ReactNode[] | undefined }) {
  const list = useRef<HTMLUListElement>(null)
  const onClickCapture = useStillPress(list)
  if (!isLoading && children?.length === 0) return <p className={styles.none}>{none}</p>
  return (
    <ul ref={list} className={styles.list} aria-busy={isLoading || undefined} onClickCapture={onClickCapture}>
      {children}
    </ul>
  )
}

type Bet = Pick<LiveBet, 'game' | 'currency' | 'stake' | 'win' | 'verifyUrl'> & Partial<Pick<Spin, 'status'>>
function Row({ bet, who }: { bet: Bet & { at: string }; who: ReactNode }) {
  const t = useLabels('lobby')
  const { game, currency, stake, win } = bet
  return (
    <li>
      <Link to={bet.verifyUrl ?? `/games/${game.id}`} className={styles.row}>
        <span className={styles.art}>
          {game.thumbnail && <LazyImage src={game.thumbnail} width={30} height={40} />}
        </span>
        <span className={styles.what}>
          <strong>{game.name}</strong>
          <span>{who}</span>
        </span>
        <span className={styles.amount}>
          <small>{t('liveStake')}</small>
          <Money amount={stake} currency={currency} />
        </span>
        <span className={styles.amount}>
          <small>{t('liveWin')}</small>
          {bet.status === 'open' ? (
            '–'
          ) : (
            <Money amount={win} currency={currency} {...(win > stake && { tone: 'win' })} />
          )}
        </span>
      </Link>
    </li>
  )
}
