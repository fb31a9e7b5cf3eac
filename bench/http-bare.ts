/**
 * The baseline of the HTTP bench, in a process of its own: a bare `node:http` server that verifies the signature of a
 * bet, reads its launch and posts it through the same queue with the same gate; no routes, no validation, no metrics.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Subunits } from '#contract/money.ts'
import * as HttpStatus from '#contract/statuses.ts'
import { readLaunch } from '#games/studio/launch-token.ts'
import { connect } from '#server/kernel/db/connect.ts'
import { createLedger } from '#server/ledger/ledger.ts'
import { isSignedBy } from '#server/partners/game-studio/signature.ts'

export type BareOptions = { databaseUrl: string; signingKey: string; launchKey: string }

type Bet = {
  token: string
  currency: string
  gameId: string
  roundId: string
  transactionId: string
  amount: number
}

process.once('message', async ({ databaseUrl, signingKey, launchKey }: BareOptions) => {
  const db = await connect({ url: databaseUrl, log: { info() {}, debug() {}, warn: console.warn } })
  const ledger = createLedger({ db })

  async function post(bet: Bet, now: Date): Promise<string | null> {
    const launch = readLaunch(bet.token, launchKey, now)
    if (!launch?.playerId) return null
    const posted = await ledger.post({
      kind: 'bet',
      actor: 'studio:bare',
      idempotencyKey: bet.transactionId,
      requestHash: `${bet.roundId} ${bet.amount}`,
      reference: { kind: 'round', id: bet.roundId, label: 'Dice' },
      transfers: [
        {
          from: `player:${launch.playerId}:cash:${bet.currency}`,
          to: `house:games:${bet.currency}`,
          amount: BigInt(bet.amount) as Subunits,
        },
      ],
      round: {
        id: bet.roundId,
        studio: 'bare',
        gameId: bet.gameId,
        playerId: launch.playerId,
        currency: bet.currency,
        isFinished: false,
        transactionId: bet.transactionId,
      },
      gate: { sessionId: launch.sessionId, barredCountries: '' },
      at: now,
    })
    if (!posted.ok) return null
    const { cash, bonus } = posted.value.balances!
    return JSON.stringify({ balance: Number(cash + bonus), transactionId: bet.transactionId })
  }

  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const rawBody = Buffer.concat(parts)
      const now = new Date()
      const header = (name: string) => request.headers[name] as string | undefined
      if (!isSignedBy([signingKey], { rawBody, header, now }))
        return void response.writeHead(HttpStatus.unauthorized).end()
      void post(JSON.parse(rawBody.toString()) as Bet, now).then((body) =>
        response
          .writeHead(body ? HttpStatus.ok : HttpStatus.unprocessable, {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body ?? ''),
          })
          .end(body ?? ''),
      )
    })
  })
  server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }))
  process.once('disconnect', () => process.exit(0))
})
