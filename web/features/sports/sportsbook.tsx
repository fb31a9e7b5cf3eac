/** The sportsbook: an element for its client, a skeleton while it loads, and a retry if it is unavailable. */
import { useEffect, useRef, useState } from 'react'
import type { PlaySession } from '#contract/games.ts'
import { Failed } from '../../design/empty/empty.tsx'
import { Skeleton } from '../../design/skeleton/skeleton.tsx'
import { useLabels } from '../../render/labels.tsx'
import { useLocalePath, useNavigator, useVisitor } from '../../render/router.tsx'
import { useAccounts } from '../wallet/accounts.ts'
import { useActiveBonus } from '../bonuses/use-active-bonus.ts'
import { usePlaySession } from '../games/use-play-session.ts'
import { useRealityCheck } from '../games/use-reality-check.ts'
import { SessionStrip } from './session-strip.tsx'
import { hostSportsbook, type HostState, type SportsbookHost } from './sportsbook-host.ts'
import styles from './sportsbook.module.css'

export function Sportsbook() {
  const { isSignedIn } = useVisitor()
  const { data: accounts, isError } = useAccounts()
  const account = accounts?.find(({ status }) => status === 1)
  const navigator = useNavigator()
  const base = useLocalePath()('/betting')
  const [state, setState] = useState<HostState>('loading')
  /** Used as key, so that a retry begins with a new element. */
  const [attempt, setAttempt] = useState(0)
  const target = useRef<HTMLDivElement>(null)
  const host = useRef<SportsbookHost>(null)
  const currency = isSignedIn ? (account?.currency ?? null) : null
  // If the accounts cannot be read, the server chooses the active one.
  const bonus = useActiveBonus(currency ?? undefined)
  const isBonusStaked = (bonus?.contribution.sports?.percent ?? 0) > 0
  const check = useRealityCheck({
    gameId: 'sportsbook',
    isPlaying: currency !== null && state === 'open',
    isInRound: false,
    refusal: undefined,
    onAgain: () => undefined,
  })
  const isPaused = check.isDue
  /** The currency for which the client has its token: until then the server has begun no play session. */
  const [ready, setReady] = useState<string | null>(null)
  const session = usePlaySession(currency ?? undefined, state === 'open' && ready === currency)
  const afterBet = useRef(() => {})
  const readSession = useRef(session.refresh)
  useEffect(() => {
    readSession.current = session.refresh
    afterBet.current = () => {
      check.afterRound(true)
      session.refresh()
    }
  })
  const isKnown = !isSignedIn || account !== undefined || isError

  useEffect(() => {
    if (!isKnown) return
    const player = currency === null ? null : { currency }
    if (host.current) host.current.setPlayer(player)
    else
      host.current = hostSportsbook({
        navigator,
        target: target.current!,
        base,
        player,
        onState: setState,
        onBet: () => afterBet.current(),
        onToken: (of) => {
          setReady(of)
          readSession.current()
        },
      })
  }, [isKnown, currency, navigator, base, attempt])

  useEffect(
    () => () => {
      host.current?.close()
      host.current = null
    },
    [attempt],
  )

  useEffect(() => {
    if (!account) return
    const { balance, bonusBalance } = account
    host.current?.setBalance(isBonusStaked ? balance : balance - bonusBalance, account.currency)
  }, [account, isBonusStaked])

  useEffect(() => {
    host.current?.setPaused(isPaused)
  }, [isPaused, state])

  const shown = currency !== null && state === 'open' ? session.data : undefined
  const isStripShown = shown !== undefined
  useEffect(() => {
    const strip = target.current?.parentElement?.querySelector<HTMLElement>('[data-session]')
    if (!strip) return host.current?.setInset(0)
    const observer = new ResizeObserver(() => host.current?.setInset(strip.offsetHeight))
    observer.observe(strip)
    return () => observer.disconnect()
  }, [isStripShown])

  return (
    <SportsbookView
      state={state}
      session={shown}
      maximum={bonus?.maxBetAmount ?? null}
      target={target}
      attempt={attempt}
      onRetry={() => setAttempt(attempt + 1)}
    />
  )
}

type ViewProps = {
  state: HostState
  session: PlaySession | undefined
  maximum: number | null
  target: React.RefObject<HTMLDivElement | null>
  attempt: number
  onRetry: () => void
}
export function SportsbookView({ state, session, maximum, target, attempt, onRetry }: ViewProps) {
  const t = useLabels('betting')
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t('title')}</h1>
      {session && <SessionStrip session={session} maximum={maximum} />}
      {state === 'loading' && (
        <div className={styles.waiting} role="status" aria-label={t('loading')}>
          <Skeleton height={66} radius="s" />
          <Skeleton height={48} radius="s" />
          {[0, 1, 2, 3].map((row) => (
            <Skeleton key={row} height={140} radius="l" />
          ))}
        </div>
      )}
      {state === 'failed' && (
        <Failed title={t('failed')} retryLabel={t('retry')} onRetry={onRetry}>
          {t('failedText')}
        </Failed>
      )}
      <div key={attempt} ref={target} className={styles.client} hidden={state !== 'open'} />
    </div>
  )
}
