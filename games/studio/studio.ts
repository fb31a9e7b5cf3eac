/** The in-house studio as one piece: its player API, and the worker that finishes what was interrupted. */
import type { FastifyInstance } from 'fastify'
import { forgetOldDemos } from './demo.ts'
import type { StudioParts } from './parts.ts'
import { recoverRounds } from './recover.ts'
import { studioRoutes } from './routes.ts'

export type Studio = {
  /** Registers the player API under `/studio`. */
  mount(app: FastifyInstance): Promise<void>
  /** One turn of recovery; resolves to how many rounds it looked at. */
  recover(): Promise<number>
  /** Starts recovery in the background. */
  begin(): void
  /** Stops it and waits for the turn under way. */
  close(): Promise<void>
}

const recoverEveryMs = 1_000
const forgetEveryTurns = 600

export function createStudio(parts: StudioParts): Studio {
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let turns = 0
  let isTurning = false

  const takeTurn = async () => {
    if (isTurning) return
    isTurning = true
    try {
      await recoverRounds(parts)
      if (++turns % forgetEveryTurns === 0) await forgetOldDemos(parts)
    } catch (error) {
      parts.log.warn({ err: error }, 'recovery of studio rounds failed; it comes round again')
    } finally {
      isTurning = false
    }
  }
  return {
    async mount(app) {
      await app.register(studioRoutes(parts), { prefix: '/studio' })
    },
    recover: () => recoverRounds(parts),
    begin() {
      timer = setInterval(() => {
        turn = takeTurn()
      }, recoverEveryMs)
      timer.unref()
    },
    async close() {
      clearInterval(timer)
      await turn
    },
  }
}
