/**
 * Opens the reality check when it is due and no round is running. Until it is answered the server refuses new rounds.
 */
import { useEffect, useRef, useState } from 'react'
import type { RealityCheck } from '#contract/reality-checks.ts'
import { useApi } from '../../api/use-api.ts'
import { openModal } from '../../modals/use-modal.tsx'
import { useNavigator, useSearch } from '../../render/router.tsx'

type Options = {
  gameId: string
  /** Real play, even if the launch was refused. */
  isPlaying: boolean
  isInRound: boolean
  /** The name of the launch's refusal. */
  refusal: string | undefined
  /** Launches the game again after a check that prevented the launch. */
  onAgain: () => void
}

/** The number of seconds before a check that are counted down next to the game. */
const shownSeconds = 60

export function useRealityCheck({ gameId, isPlaying, isInRound, refusal, onAgain }: Options) {
  const navigator = useNavigator()
  const isOpen = useSearch().has('reality-check')
  const { data, dataUpdatedAt, refetch } = useApi('GET /api/game/reality-check', undefined, {
    enabled: isPlaying,
    refetchOnMount: 'always',
  })
  const isDue = isPlaying && isCheckDue(data)
  const secondsLeft = useSecondsLeft(data, dataUpdatedAt, () => void refetch())
  useEffect(() => {
    if (isDue && !isInRound && !isOpen) openModal(navigator, 'reality-check', gameId)
  }, [isDue, isInRound, isOpen, gameId, navigator])
  const latestOnAgain = useRef(onAgain)
  useEffect(() => {
    latestOnAgain.current = onAgain
  })
  const isKeptClosed = refusal === 'realityCheckDue'
  const wasDue = useRef(false)
  useEffect(() => {
    if (isKeptClosed && wasDue.current && !isDue) latestOnAgain.current()
    wasDue.current = isDue
  }, [isKeptClosed, isDue])
  return {
    isDue,
    secondsLeft,
    /** Reads the check again after the first round, which starts the interval, and after a refused one. */
    afterRound: (wasPlayed: boolean) => {
      if (!data?.play || !wasPlayed) void refetch()
    },
  }
}

/** Whether a check is due, or the pause after its acknowledgement has not ended. */
export function isCheckDue(check: RealityCheck | undefined): boolean {
  return check?.play?.dueInSeconds === 0 || (check?.play?.resumesInSeconds ?? 0) > 0
}

/**
 * Returns null until the last minute. At the end it asks the server, because play on another device may change the
 * time.
 */
function useSecondsLeft(check: RealityCheck | undefined, readAt: number, onOver: () => void): number | null {
  const [now, setNow] = useState(0)
  const over = useRef(onOver)
  useEffect(() => {
    over.current = onOver
  })
  const left = isCheckDue(check) ? null : check?.play?.dueInSeconds
  const dueAt = left ? readAt + left * 1000 : null
  useEffect(() => {
    if (dueAt === null) return
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      const remainingMs = dueAt - Date.now()
      setNow(Date.now())
      if (remainingMs <= 0) return over.current()
      timer = setTimeout(
        wait,
        remainingMs > shownSeconds * 1000 ? remainingMs - shownSeconds * 1000 : (remainingMs % 1000) + 1,
      )
    }
    wait()
    return () => clearTimeout(timer)
  }, [dueAt])
  if (dueAt === null || now === 0) return null
  const seconds = Math.ceil((dueAt - now) / 1000)
  return seconds > 0 && seconds <= shownSeconds ? seconds : null
}
