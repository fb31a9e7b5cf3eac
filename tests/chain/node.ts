/** A real chain for tests: anvil, which mines on request, behind a proxy that can simulate faults. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  type Hex,
  http,
  pad,
  parseAbi,
  toHex,
  parseEther,
  parseUnits,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { startAnvil } from '#sandbox/chain/anvil.ts'
import { devKeys } from '#sandbox/chain/dev-keys.ts'
import { testTokenCode } from '#sandbox/chain/test-token.ts'

const tokenAbi = parseAbi([
  'function mint(address to, uint256 value) returns (bool)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
])

/** CALL(gas, address in the input, the value received); STOP. */
const forwarderCode = '0x600f600c600039600f6000f36000600060006000346000355af100'

/** Fixed fees, so that after a rewind the same payment is the same transaction. */
const fixedFees = { maxFeePerGas: 100n * 10n ** 9n, maxPriorityFeePerGas: 10n ** 9n }

/**
 * `drop`: accepted, not forwarded, never answered. `swallow`: forwarded, never answered. `refuse`: 503. `lack`: the
 * node does not support the method.
 */
export type Fault = 'drop' | 'swallow' | 'refuse' | 'lack'

export type TestNode = Awaited<ReturnType<typeof startNode>>

export async function startNode() {
  const anvil = await startAnvil({ statePath: null, isManual: true })
  const keys = devKeys()
  const [faucetAccount, hotAccount] = [privateKeyToAccount(keys.faucet), privateKeyToAccount(keys.hot)]
  const transport = http(anvil.url)
  const client = createPublicClient({ transport, cacheTime: 0 })
  const control = createTestClient({ transport, mode: 'anvil' })
  const faucet = createWalletClient({ account: faucetAccount, transport })
  const faults: Record<string, Fault> = {}
  const requestedMethods: string[] = []
  const forward = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request)
    const { method, id } = JSON.parse(body) as { method: string; id: number }
    requestedMethods.push(method)
    const fault = faults[method] ?? faults['*']
    if (fault === 'refuse') response.writeHead(503).end()
    if (fault === 'lack')
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_601, message: 'Method not found' } }))
    if (fault === 'refuse' || fault === 'drop' || fault === 'lack') return
    const answer = await fetch(anvil.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    }).then((got) => got.text())
    if (fault !== 'swallow') response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
  }
  const proxy = createServer((request, response) => void forward(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))

  const node = {
    keys,
    client,
    control,
    faults,
    asked: requestedMethods,
    anvilUrl: anvil.url,
    hot: hotAccount.address,
    token: keys.token as Hex,
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    mine: (blocks = 1) => control.mine({ blocks }),
    /** Sends coins, which are in no block until one is mined. */
    sendEther: (to: string, amount: string) =>
      faucet.sendTransaction({ to: to as Hex, value: parseEther(amount), chain: null, gas: 21_000n, ...fixedFees }),
    sendWei: (to: string, value: bigint) =>
      faucet.sendTransaction({ to: to as Hex, value, chain: null, gas: 21_000n, ...fixedFees }),
    sendTokens: (to: string, amount: string, token: Hex = keys.token as Hex) =>
      faucet.writeContract({
        address: token,
        abi: tokenAbi,
        functionName: 'mint',
        args: [to as Hex, parseUnits(amount, 6)],
        chain: null,
        gas: 200_000n,
      }),
    /** Deploys another token, which the site does not know. */
    async deployToken(): Promise<Hex> {
      const hash = await faucet.deployContract({ abi: [], bytecode: testTokenCode, chain: null, gas: 2_000_000n })
      await control.mine({ blocks: 1 })
      return (await client.getTransactionReceipt({ hash })).contractAddress!
    },
    /** Deploys a contract that forwards what it receives to the address in its input. */
    async deployForwarder(): Promise<Hex> {
      const hash = await faucet.deployContract({ abi: [], bytecode: forwarderCode, chain: null, gas: 200_000n })
      await control.mine({ blocks: 1 })
      return (await client.getTransactionReceipt({ hash })).contractAddress!
    },
    /** Sends coins by an inner call of a contract. */
    sendThrough: (contract: Hex, to: string, amount: string) =>
      faucet.sendTransaction({
        to: contract,
        value: parseEther(amount),
        data: pad(to as Hex, { size: 32 }),
        chain: null,
        gas: 200_000n,
        ...fixedFees,
      }),
    /** Gives tokens without a log, by changing the balance in the contract's storage. */
    giveTokens: (to: string, balance: string) =>
      control.setStorageAt({
        address: keys.token as Hex,
        index: pad(to as Hex, { size: 32 }),
        value: pad(toHex(parseUnits(balance, 6)), { size: 32 }),
      }),
    /** Spends from the hot wallet as its owner could elsewhere. */
    async spendHot(to: string, change: { ether?: string; tokens?: string }): Promise<void> {
      const hot = createWalletClient({ account: hotAccount, transport })
      if (change.ether)
        await hot.sendTransaction({
          to: to as Hex,
          value: parseEther(change.ether),
          chain: null,
          gas: 21_000n,
          maxFeePerGas: 500n * 10n ** 9n,
          maxPriorityFeePerGas: 400n * 10n ** 9n,
        })
      if (change.tokens)
        await hot.writeContract({
          address: keys.token as Hex,
          abi: tokenAbi,
          functionName: 'transfer',
          args: [to as Hex, parseUnits(change.tokens, 6)],
          chain: null,
          gas: 200_000n,
        })
    },
    tokensOf: (owner: string) =>
      client.readContract({
        address: keys.token as Hex,
        abi: tokenAbi,
        functionName: 'balanceOf',
        args: [owner as Hex],
      }),
    etherOf: (owner: string) => client.getBalance({ address: owner as Hex }),
    /** Returns to the state at `snapshot`; transactions sent since then are forgotten too. */
    rewindTo: (id: Hex) => control.revert({ id }),
    async close() {
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
      await anvil.close()
    },
  }
  await faucet.deployContract({ abi: [], bytecode: testTokenCode, chain: null, gas: 2_000_000n })
  await node.sendTokens(node.hot, '1000000')
  await node.sendEther(node.hot, '100')
  await node.mine(2)
  return node
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
