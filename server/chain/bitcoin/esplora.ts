/**
 * A client of Esplora servers, such as Blockstream's and mempool.space's electrs. Like a node, a server may be slow,
 * behind, or several servers at different heights.
 */
import * as HttpStatus from '#contract/statuses.ts'
import { NodeUnavailable } from '../node.ts'

export type Waiting = {
  id: string
  inputs: string[]
  outputs: Array<{ position: number; address: string | null; value: bigint }>
}
export type Esplora = {
  height(): Promise<bigint>
  /** Null if it does not have the block. */
  hashAt(height: bigint): Promise<string | null>
  block(hash: string): Promise<Buffer | null>
  /** Unconfirmed transactions of the address; `isWhole` is false if there may be more than the server returns. */
  waitingAt(address: string): Promise<{ transactions: Waiting[]; isWhole: boolean }>
}

/** The server's maximum number of unconfirmed transactions per address. */
const maxShown = 50

export function openEsplora(url: string, timeoutMs = 30_000): Esplora {
  const ask = async (path: string): Promise<Response | null> => {
    const answer = await fetch(`${url.replace(/\/+$/, '')}${path}`, {
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    })
    if (answer.ok) return answer
    await answer.body?.cancel()
    if (answer.status === HttpStatus.notFound) return null
    throw new NodeUnavailable(`it answered ${answer.status}`)
  }
  const text = async (path: string) => (await (await ask(path))?.text())?.trim() ?? null
  return {
    height: () => answerOf(async () => BigInt(matching(await text('/blocks/tip/height'), /^\d{1,9}$/))),
    hashAt: (height) =>
      answerOf(async () => {
        const hash = await text(`/block-height/${height}`)
        return hash === null ? null : matching(hash, /^[0-9a-f]{64}$/)
      }),
    block: (hash) =>
      answerOf(async () => {
        const answer = await ask(`/block/${hash}/raw`)
        return answer && Buffer.from(await answer.arrayBuffer())
      }),
    waitingAt: (address) =>
      answerOf(async () => {
        const answer = await ask(`/address/${address}/txs/mempool`)
        const transactions = (answer ? ((await answer.json()) as Shown[]) : []).map(readWaiting)
        return { transactions, isWhole: answer !== null && transactions.length < maxShown }
      }),
  }
}

/** Describes the failure without the server's address, which may contain an API key. */
async function answerOf<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof NodeUnavailable) throw error
    const isTimeout = error instanceof Error && error.name === 'TimeoutError'
    throw new NodeUnavailable(
      isTimeout
        ? 'it did not answer in time'
        : error instanceof TypeError
          ? 'it cannot be reached'
          : 'it returned a malformed response',
    )
  }
}

function matching(text: string | null, pattern: RegExp): string {
  if (text === null || !pattern.test(text)) throw new NodeUnavailable('it returned a malformed response')
  return text
}

type Shown = {
  txid: string
  vin: Array<{ txid: string; vout: number }>
  vout: Array<{ scriptpubkey_address?: string; value: number }>
  status: { confirmed: boolean }
}

/** Amounts are whole satoshis and far below what a double represents exactly. */
function readWaiting({ txid, vin, vout }: Shown): Waiting {
  return {
    id: matching(txid, /^[0-9a-f]{64}$/),
    inputs: vin.map((input) => `${matching(input.txid, /^[0-9a-f]{64}$/)}:${input.vout}`),
    outputs: vout.map(({ scriptpubkey_address: address, value }, position) => ({
      position,
      address: address ?? null,
      value: BigInt(value),
    })),
  }
}
