/**
 * The sandbox's chain: anvil with a test token, a faucet that pays any address, and blocks mined after each
 * transaction.
 */
import { createPublicClient, createWalletClient, type Hex, http, parseAbi, parseUnits } from 'viem'
import { privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { type Anvil, startAnvil } from './anvil.ts'
import { devKeys } from './dev-keys.ts'
import { testTokenCode } from './test-token.ts'

export type ChainCurrency = 'ETH' | 'USDT'
export type Sent = { hash: string; to: string; amount: string; currency: ChainCurrency; at: string }
export type SandboxChain = {
  /** The account that makes deposits. */
  pay(payment: { to: Hex; amount: string; currency: ChainCurrency }): Promise<Sent>
  /** Newest first. */
  sent: Sent[]
  /** Forwards a JSON-RPC request; null if anvil does not answer. */
  rpc(body: string): Promise<string | null>
  close(): Promise<void>
}

const tokenAbi = parseAbi(['function mint(address to, uint256 value) returns (bool)'])
/** The number of blocks mined after one with a transaction, enough for the confirmations required here. */
const blocksAfter = 6
const blockMs = 1000
/** The initial funds of the site's hot wallet in whole coins, for payouts. */
const hotWalletFunds = { ETH: '500', USDT: '1000000' }

export async function startSandboxChain(options: { statePath: string | null }): Promise<SandboxChain> {
  const anvil = await startAnvil({ statePath: options.statePath })
  const keys = devKeys()
  const node = createPublicClient({ transport: http(anvil.url), cacheTime: 0 })
  const faucet = createWalletClient({ account: privateKeyToAccount(keys.faucet), transport: http(anvil.url) })
  const token = keys.token as Hex
  const mint = (to: Hex, amount: string) =>
    faucet.writeContract({
      address: token,
      abi: tokenAbi,
      functionName: 'mint',
      args: [to, parseUnits(amount, 6)],
      chain: null,
    })
  const transfer = (to: Hex, amount: string) =>
    faucet.sendTransaction({ to, value: parseUnits(amount, 18), chain: null })
  const sent: Sent[] = []
  if (!(await node.getCode({ address: token }))) {
    await faucet.deployContract({ abi: [], bytecode: testTokenCode, chain: null })
    const hotWallet = privateKeyToAddress(keys.hot)
    await mint(hotWallet, hotWalletFunds.USDT)
    await transfer(hotWallet, hotWalletFunds.ETH)
  }
  const blocks = mineConfirmations(anvil)
  // Payments are sent one at a time, because the faucet's nonces are sequential.
  let queue: Promise<unknown> = Promise.resolve()
  return {
    sent,
    pay({ to, amount, currency }) {
      const paid = queue.then(async () => {
        const hash = await (currency === 'ETH' ? transfer(to, amount) : mint(to, amount))
        const payment = { hash, to, amount, currency, at: new Date().toISOString() }
        sent.unshift(payment)
        sent.splice(20)
        return payment
      })
      queue = paid.catch(() => undefined)
      return paid
    },
    rpc: (body) =>
      fetch(anvil.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(5000),
      }).then(
        (answer) => answer.text(),
        () => null,
      ),
    async close() {
      clearInterval(blocks)
      await anvil.close()
    },
  }
}

/** Mines blocks only while there are unconfirmed transactions, so that an idle demo uses no CPU. */
function mineConfirmations(anvil: Anvil): NodeJS.Timeout {
  let remaining = blocksAfter
  let lastHash = ''
  const ask = async (method: string, params: unknown[] = []) => {
    const answer = await fetch(anvil.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(2000),
    })
    return ((await answer.json()) as { result: { hash: string; transactions: string[] } }).result
  }
  const mineIfNeeded = async () => {
    const block = await ask('eth_getBlockByNumber', ['latest', false])
    if (block.hash !== lastHash && block.transactions.length > 0) remaining = blocksAfter
    lastHash = block.hash
    if (remaining === 0) return
    remaining -= 1
    await ask('evm_mine')
  }
  const timer = setInterval(() => void mineIfNeeded().catch(() => undefined), blockMs)
  timer.unref()
  return timer
}
