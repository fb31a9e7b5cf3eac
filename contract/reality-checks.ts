/** Reality checks: at the player's interval, play stops until the player has seen its time and result. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { SignedWireAmount, WireAmount } from './money.ts'

export const RealityCheck = z.object({
  intervalMinutes: z.int(),
  /** The intervals that a player may choose from. */
  choices: z.array(z.int()),
  /** The current play session on all devices; null if nothing was staked for half an hour and no check is due. */
  play: z
    .object({
      startedAt: z.iso.datetime(),
      elapsedSeconds: z.int(),
      /** Identifies the check: it is sent back to acknowledge it. */
      dueAt: z.iso.datetime(),
      /** 0 when the check is due. */
      dueInSeconds: z.int(),
      /** Seconds left of the pause that follows the check in some jurisdictions; 0 if there is none. */
      resumesInSeconds: z.int(),
      /** By currency; `inPlay` is the part of `staked` without a result yet, and `net` the result of the rest. */
      totals: z.array(
        z.object({
          currency: z.string(),
          staked: WireAmount,
          won: WireAmount,
          inPlay: WireAmount,
          net: SignedWireAmount,
        }),
      ),
    })
    .nullable(),
})
export type RealityCheck = z.infer<typeof RealityCheck>

export const readRealityCheck = endpoint({
  method: 'GET',
  path: '/api/game/reality-check',
  access: 'player',
  summary: 'Get when the next reality check is due, with the time and result of play so far',
  reply: RealityCheck,
})
export const acknowledgeRealityCheck = endpoint({
  method: 'POST',
  path: '/api/game/reality-check/acknowledge',
  access: 'player',
  summary: 'Acknowledge the reality check that is due; otherwise nothing changes',
  body: z.object({ dueAt: z.iso.datetime() }),
  reply: RealityCheck,
})
export const setRealityCheckInterval = endpoint({
  method: 'PUT',
  path: '/api/game/reality-check',
  access: 'player',
  summary: 'Set the interval of reality checks: a shorter one applies immediately, a longer one after the next check',
  body: z.object({ intervalMinutes: z.int() }),
  reply: RealityCheck,
  refusals: { fieldsInvalid: { status: 422, fields: true } },
})
