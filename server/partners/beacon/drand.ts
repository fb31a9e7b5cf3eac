/**
 * Beacons with drand's HTTP API (https://docs.drand.love), at one or more addresses. Answers are verified with the key
 * that is configured, so it does not matter who operates an address.
 */
import { z } from 'zod'
import { type BeaconChain, beaconTime } from '#contract/beacon.ts'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import * as HttpStatus from '#contract/statuses.ts'
import type { Clock } from '../../deps.ts'
import { getLimited } from '../get-limited.ts'
import type { Beacon, BeaconRefusal, BeaconRound } from './port.ts'

export type DrandOptions = {
  /** Tried in order, beginning with the one that answered last. */
  urls: string[]
  chain: () => Promise<BeaconChain>
  isDemo: boolean
  clock: Clock
  timeoutMs?: number
}

const maxAnswerBytes = 4_096
/** Clocks of machines that are synchronised differ by less. */
export const clockToleranceMs = 500

const Answer = z.object({ round: z.int().min(1), signature: z.string().regex(/^[0-9a-f]{96}$/) })
type Answered = Result<BeaconRound, BeaconRefusal>

export function createDrand({ urls, chain, isDemo, clock, timeoutMs = 2_000 }: DrandOptions): Beacon {
  let first = 0
  return {
    chain,
    isDemo,
    async read(round) {
      const verifiedBy = await chain()
      const refused: Array<Extract<Answered, { ok: false }>> = []
      for (let tried = 0; tried < urls.length; tried++) {
        const index = (first + tried) % urls.length
        const answer = await readFrom(`${urls[index]!}/${verifiedBy.chainHash}/public/${round}`, timeoutMs)
        const verified = answer.ok ? await verify(verifiedBy, clock, round, answer.value) : answer
        if (verified.ok) {
          first = index
          return verified
        }
        refused.push(verified)
        // Every other address would say the same.
        if (verified.refusal === 'early') break
      }
      // One that has no signature yet says more than others that do not answer.
      return (
        refused.find(({ refusal }) => refusal === 'early') ??
        refused.find(({ refusal }) => refusal === 'notYet') ??
        refused[0]!
      )
    },
  }
}

async function verify(
  chain: BeaconChain,
  clock: Clock,
  requested: number | 'latest',
  { round, signature }: BeaconRound,
): Promise<Answered> {
  if (requested !== 'latest' && round !== requested)
    return refuse('otherRound', { message: `answered round ${round} for round ${requested}` })
  const { isSignedBy } = await import('#contract/check-beacon.ts')
  if (!isSignedBy(chain.publicKey, round, signature))
    return refuse('untrusted', { message: `the signature of round ${round} is not by the key of the chain` })
  const aheadMs = beaconTime(chain, round) - clock.now().getTime()
  if (aheadMs > clockToleranceMs)
    return refuse('early', { message: `round ${round} is ${aheadMs} ms ahead of this clock, which is behind` })
  return ok({ round, signature })
}

async function readFrom(url: string, timeoutMs: number): Promise<Answered> {
  const answer = await getLimited(url, { timeoutMs, maxBytes: maxAnswerBytes })
  if (!answer.ok) return answer
  const { status, body } = answer.value
  if (status === HttpStatus.notFound || status === HttpStatus.tooEarly)
    return refuse('notYet', { message: `answered ${status}` })
  if (status !== HttpStatus.ok) return refuse('unavailable', { message: `answered ${status}` })
  return parse(body.toString('utf8'))
}

function parse(text: string): Answered {
  try {
    const answer = Answer.safeParse(JSON.parse(text))
    return answer.success ? ok(answer.data) : refuse('malformed', { message: z.prettifyError(answer.error) })
  } catch {
    return refuse('malformed', { message: 'not JSON' })
  }
}
