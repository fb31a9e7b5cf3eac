/**
 * A Bitcoin chain for tests behind Esplora's HTTP API, with real keys, signed transactions, blocks with merkle roots
 * and proof of work, a mempool with replacement, and reorgs. It does not check the signatures, amounts or maturity of
 * submitted transactions.
 */
import { createHash } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { Address, OutScript, p2wpkh, RawTx, Transaction } from '@scure/btc-signer'
import { devMnemonic } from '#sandbox/chain/anvil.ts'
import { bitcoinNetworks } from '#server/chain/bitcoin/networks.ts'
import type { Fault } from './node.ts'

const { genesis, params } = bitcoinNetworks.regtest
const coin = 100_000_000n
const feeStep = 1000n
/** The easiest proof of work, as on regtest: every other number is valid. */
const bits = 0x207fffff

export type Corruption = 'a bit' | 'another block'
export type Payment = { to: string; sats: bigint }
type Sent = { id: string; raw: Buffer; inputs: string[]; outputs: Array<{ address: string | null; value: bigint }> }
type Mined = { hash: string; raw: Buffer; sent: Sent[] }

/** The chain against which Bitcoin deposits are tested. */
export type BitcoinNode = {
  url: string
  /** The account's public key, from which addresses are derived. */
  xpub: string
  /** Faults by the first segments of a path, or `*`. */
  faults: Record<string, Fault>
  asked: string[]
  height(): number
  /** Sends a transaction, which is in no block until one is mined. Resolves to its id. */
  pay(...payments: Payment[]): Promise<string>
  /** Spends the same outputs for a higher fee. */
  replace(id: string, ...payments: Payment[]): Promise<string>
  /** Sends the same transaction again, and drops transactions that spend the same outputs. */
  resend(id: string): Promise<void>
  mine(blocks?: number): Promise<void>
  /** Drops unconfirmed transactions, as nodes do with low fees. */
  forget(): Promise<void>
  /** Removes blocks; their transactions are unconfirmed again. */
  rewindTo(height: number): Promise<void>
  /** The fault in each block returned from now on: a bit flipped in its first transaction, or another valid block. */
  spoil(how: Corruption | null): void
  close(): Promise<void>
}

export function bitcoinAccount(): { xpub: string; purse: HDKey } {
  const root = HDKey.fromMasterSeed(mnemonicToSeedSync(devMnemonic), { private: 0x045f18bc, public: 0x045f1cf6 })
  return { xpub: root.derive("m/84'/1'/0'").publicExtendedKey, purse: root.derive("m/84'/1'/1'/0/0") }
}

export async function startBitcoin(): Promise<BitcoinNode> {
  const { xpub, purse: wallet } = bitcoinAccount()
  const ownOutput = p2wpkh(wallet.publicKey!, params)
  const blocks: Mined[] = []
  let mempool: Sent[] = []
  let extraNonce = 0
  const coins: Array<{ id: string; place: number; value: bigint }> = []

  const sign = (
    inputs: Array<{ id: string; place: number; value: bigint }>,
    payments: Payment[],
    fee: bigint,
  ): Sent => {
    const transaction = new Transaction()
    for (const { id, place, value } of inputs)
      transaction.addInput({
        txid: id,
        index: place,
        witnessUtxo: { script: ownOutput.script, amount: value },
        sequence: 0xfffffffd,
      })
    for (const { to, sats } of payments) transaction.addOutputAddress(to, sats, params)
    const change =
      inputs.reduce((sum, { value }) => sum + value, 0n) - payments.reduce((sum, { sats }) => sum + sats, 0n) - fee
    transaction.addOutputAddress(ownOutput.address, change, params)
    transaction.sign(wallet.privateKey!)
    transaction.finalize()
    return sentOf(Buffer.from(transaction.extract()))
  }
  const mineOne = () => {
    const reward = rewardOf(blocks.length + 1, extraNonce++, Buffer.from(ownOutput.script))
    coins.push({ id: reward.id, place: 0, value: 50n * coin })
    const sent = [reward, ...mempool]
    blocks.push(mineBlock(blocks.at(-1)?.hash ?? genesis, sent, extraNonce))
    mempool = []
  }
  const transactions = new Map<string, Sent>()
  const put = (sent: Sent) => {
    transactions.set(sent.id, sent)
    mempool = [...mempool.filter(({ inputs }) => !inputs.some((input) => sent.inputs.includes(input))), sent]
    return sent.id
  }
  const spent = new Map<string, { id: string; place: number; value: bigint }>()
  let fee = feeStep
  let corruption: Corruption | null = null
  for (let index = 0; index < 3; index++) mineOne()

  const answer = (path: string, response: ServerResponse): void => {
    const reply = (status: number, body: string | Buffer) => void response.writeHead(status).end(body)
    const [kind, word, ...rest] = path.slice(1).split('/')
    if (path === '/blocks/tip/height') return reply(200, String(blocks.length))
    if (kind === 'block-height') {
      const hash = word === '0' ? genesis : blocks[Number(word) - 1]?.hash
      return reply(hash ? 200 : 404, hash ?? 'Block not found')
    }
    if (kind === 'block' && rest[0] === 'raw') {
      const block = blocks.find(({ hash }) => hash === word)
      return reply(block ? 200 : 404, block ? corrupt(block.raw, blocks[0]!.raw, corruption) : 'Block not found')
    }
    if (kind === 'address' && rest.join('/') === 'txs/mempool')
      return reply(
        200,
        JSON.stringify(
          mempool
            .filter(({ outputs }) => outputs.some(({ address }) => address === word))
            .map(toJson)
            .slice(0, 50),
        ),
      )
    return reply(404, 'not here')
  }
  const faults: Record<string, Fault> = {}
  const requestedPaths: string[] = []
  const server = createServer((request, response) => {
    // Some servers have a key in their URL, which is removed here.
    const path = request.url!.replace(/^\/api\/[^/]+/, '')
    requestedPaths.push(path)
    const fault = Object.entries(faults).find(([start]) => start === '*' || path.startsWith(`/${start}`))?.[1]
    if (fault === 'refuse') return void response.writeHead(503).end()
    if (fault !== 'drop' && fault !== 'swallow') answer(path, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    xpub,
    faults,
    asked: requestedPaths,
    height: () => blocks.length,
    async pay(...payments) {
      const input = coins.shift()!
      spent.set(`${input.id}:${input.place}`, input)
      const sent = sign([input], payments, (fee += feeStep))
      return put(sent)
    },
    async replace(id, ...payments) {
      return put(
        sign(
          transactions.get(id)!.inputs.map((input) => spent.get(input)!),
          payments,
          (fee += feeStep),
        ),
      )
    },
    async resend(id) {
      put(transactions.get(id)!)
    },
    async mine(count = 1) {
      for (let index = 0; index < count; index++) mineOne()
    },
    async forget() {
      mempool = []
    },
    async rewindTo(height) {
      mempool = [...blocks.splice(height).flatMap(({ sent }) => sent.slice(1)), ...mempool]
    },
    spoil: (how) => void (corruption = how),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function sentOf(raw: Buffer): Sent {
  const { inputs, outputs } = RawTx.decode(raw)
  return {
    id: Transaction.fromRaw(raw, { allowUnknownOutputs: true, allowUnknownInputs: true, disableScriptCheck: true }).id,
    raw,
    inputs: inputs.map(({ txid, index }) => `${Buffer.from(txid).toString('hex')}:${index}`),
    outputs: outputs.map(({ amount, script }) => ({
      value: amount,
      address: Address(params).encode(OutScript.decode(script)),
    })),
  }
}

/** The coinbase transaction. It contains the height and a counter, so that no two are equal. */
function rewardOf(height: number, extraNonce: number, script: Buffer): Sent {
  const mark = Buffer.alloc(10, 4)
  mark.writeUInt32LE(height, 1)
  mark.writeUInt32LE(extraNonce, 6)
  return sentOf(
    Buffer.from(
      RawTx.encode({
        version: 2,
        segwitFlag: false,
        inputs: [{ txid: Buffer.alloc(32), index: 0xffffffff, finalScriptSig: mark, sequence: 0xffffffff }],
        outputs: [{ amount: 50n * coin, script }],
        witnesses: undefined,
        lockTime: 0,
      }),
    ),
  )
}

function mineBlock(parentHash: string, sent: Sent[], time: number): Mined {
  const header = Buffer.alloc(80)
  header.writeInt32LE(0x20000000)
  reverseBytes(parentHash).copy(header, 4)
  let row = sent.map(({ id }) => reverseBytes(id))
  while (row.length > 1)
    row = row.flatMap((hash, index) =>
      index % 2 === 0 ? [doubleSha256(Buffer.concat([hash, row[index + 1] ?? hash]))] : [],
    )
  row[0]!.copy(header, 36)
  header.writeUInt32LE(1_800_000_000 + time, 68)
  header.writeUInt32LE(bits, 72)
  let nonce = 0
  do header.writeUInt32LE(nonce++, 76)
  while (doubleSha256(header)[31]! > 0x7f)
  const count = Buffer.from(sent.length < 0xfd ? [sent.length] : [0xfd, sent.length & 0xff, sent.length >> 8])
  return {
    hash: reverseBytes(doubleSha256(header)).toString('hex'),
    raw: Buffer.concat([header, count, ...sent.map(({ raw }) => raw)]),
    sent,
  }
}

function toJson({ id, inputs, outputs }: Sent): unknown {
  return {
    txid: id,
    vin: inputs.map((input) => ({ txid: input.split(':')[0], vout: Number(input.split(':')[1]) })),
    status: { confirmed: false },
    vout: outputs.map(({ address, value }) => ({
      ...(address ? { scriptpubkey_address: address } : {}),
      value: Number(value),
    })),
  }
}

function corrupt(raw: Buffer, first: Buffer, how: Corruption | null): Buffer {
  if (how !== 'a bit') return how === 'another block' ? first : raw
  const bytes = Buffer.from(raw)
  bytes[82]! ^= 1
  return bytes
}

function doubleSha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(createHash('sha256').update(bytes).digest()).digest()
}

function reverseBytes(hash: string | Buffer): Buffer {
  return Buffer.from((typeof hash === 'string' ? Buffer.from(hash, 'hex') : hash).toReversed())
}
