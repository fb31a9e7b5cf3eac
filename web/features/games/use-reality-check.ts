/**
 * Opens the reality check on the stage when it is due and no round is running; the server refuses new rounds meanwhile.
 */
import { useEffect, useRef, useState } from 'react'
import type { RealityCheck } from '#contract/reality-checks.ts'
import { useApi } from '../../api/use-api.ts'
import { openModal } from '../../modals/use-modal.tsx'
import { useNavigator, useSearch } from '../../render/router.tsx'

type Options = {
  gameId: string
  /** For money, whether the game has opened or its launch was refused. */
  isPlaying: boolean
  isInRound: boolean
  /** The name of the launch's refusal. */
  refusal: string | undefined
  /** Opens the game that a check kept closed. */
  onAgain: () => void
}

/** The last part of an interval, counted down beside the game. */
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
  const again = useRef(onAgain)
  useEffect(() => {
    again.current = onAgain
  })
  const isKeptClosed = refusal === 'realityCheckDue'
  const wasDue = useRef(false)
  useEffect(() => {
    if (isKeptClosed && wasDue.current && !isDue) again.current()
    wasDue.current = isDue
  }, [isKeptClosed, isDue])
  return {
    isDue,
    secondsLeft,
    /** The first round begins play, and a refused one may have met a check that this page does not know of. */
    afterRound: (wasPlayed: boolean) => {
      if (!data?.play || !wasPlayed) void refetch()
    },
  }
}

/** Or acknowledged, and the pause after it continues. */
export function isCheckDue(check: RealityCheck | undefined): boolean {
  return check?.play?.dueInSeconds === 0 || (check?.play?.resumesInSeconds ?? 0) > 0
}

/** Null until the last minute. Asks the server once it is over: play on another device may have moved the check. */
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
      const rest = dueAt - Date.now()
      setNow(Date.now())
      if (rest <= 0) return over.current()
      timer = setTimeout(wait, rest > shownSeconds * 1000 ? rest - shownSeconds * 1000 : (rest % 1000) + 1)
    }
    wait()
    return () => clearTimeout(timer)
  }, [dueAt])
  if (dueAt === null || now === 0) return null
  const seconds = Math.ceil((dueAt - now) / 1000)
  return seconds > 0 && seconds <= shownSeconds ? seconds : null
}
