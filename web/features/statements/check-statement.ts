/**
 * Verifies the file of a statement in this browser: its signature with the key that this browser has pinned, its sums
 * from its own lines, and that the page shows the same figures. Loaded on demand.
 */
import type { Statement, StatementProduct } from '#contract/statements.ts'
import { type SeenKey, seenKey } from '../fairness/pinned-keys.ts'

export type CheckedStatement = {
  isSigned: boolean
  /** Whether this browser sees the key for the first time, has seen it before, or has seen another one. */
  key: SeenKey
  /** Currencies whose lines do not lead from the opening to the closing balances, or not to the result. */
  wrongSums: string[]
  /** Whether the page has the figures of the file, and no others. */
  isShown: boolean
}

/** `signature` is in DER and `key` in PEM, as they are downloaded. */
export async function checkStatement(
  file: Uint8Array<ArrayBuffer>,
  signature: Uint8Array,
  key: string,
  shown: Statement,
): Promise<CheckedStatement | 'needsSecure'> {
  if (!(globalThis.crypto.subtle as Partial<SubtleCrypto> | undefined)?.verify) return 'needsSecure'
  const { subtle } = globalThis.crypto
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const publicKey = await subtle.importKey('spki', fromPem(key), algorithm, true, ['verify'])
  const isSigned = await subtle.verify(algorithm, publicKey, fromDer(signature), file)
  const point = toBase64Url(new Uint8Array(await subtle.exportKey('raw', publicKey)))
  const rows = rowsOf(new TextDecoder().decode(file))
  return {
    isSigned,
    // A key that has not signed the file is not remembered.
    key: isSigned ? seenKey('liabilities-key', point) : 'changed',
    wrongSums: wrongSums(rows),
    isShown: sameFigures(rows, shown),
  }
}

type Row = Record<string, string>

/** No cell of a statement needs quotes: each is a code, a time or a number. */
function rowsOf(text: string): Row[] {
  const [head = '', ...lines] = text
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .slice(0, -1)
  const names = head.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [names[index] ?? '', cell])))
}

const recordOf = (row: Row): string => row['fairhouse statement'] ?? ''
/** Units with all their decimals, as subunits; null for what is no number. */
function subunits(text: string | undefined): bigint | null {
  return /^-?\d+(\.\d+)?$/.test(text ?? '') ? BigInt(text!.replace('.', '')) : null
}

const played = new Set<string>(['casino', 'shared', 'sports', 'tournaments'] satisfies StatementProduct[])

function wrongSums(rows: Row[]): string[] {
  const byCurrency = Map.groupBy(
    rows.filter((row) => row['currency']),
    (row) => row['currency']!,
  )
  return [...byCurrency].filter(([, own]) => !addsUp(own)).map(([currency]) => currency)
}

function addsUp(rows: Row[]): boolean {
  const balances = new Map<string, bigint>()
  let result = 0n
  for (const row of rows) {
    const [amount, account] = [subunits(row['amount']), row['account'] ?? '']
    if (amount === null) return false
    const before = balances.get(account)
    switch (recordOf(row)) {
      case 'opening':
        balances.set(account, amount)
        break
      case 'movement': {
        const [credit, debit] = [subunits(row['credit']), subunits(row['debit'])]
        if (before === undefined || credit === null || debit === null || credit - debit !== amount) return false
        balances.set(account, before + amount)
        if (played.has(row['product'] ?? '')) result += amount
        break
      }
      case 'closing':
        if (before !== amount) return false
        balances.delete(account)
        break
      case 'result':
        if (result !== amount) return false
        break
      default:
        return false
    }
  }
  return balances.size === 0
}

/** Both as lines of the same words, so that a line too many on either side is a difference. */
function sameFigures(rows: Row[], { playerId, period, from, until, isFinal, currencies }: Statement): boolean {
  const about = [playerId, period, from, until, isFinal ? 'yes' : 'no'].join()
  const filed = rows.map((row) =>
    [
      recordOf(row),
      ...['player', 'period', 'from', 'until', 'final', 'currency', 'account', 'product', 'kind', 'entries'].map(
        (name) => row[name] ?? '',
      ),
      ...['credit', 'debit', 'amount'].map((name) => subunits(row[name]) ?? ''),
    ].join(),
  )
  const shown = [
    `statement,${about},,,,,,,,`,
    ...currencies.flatMap(({ currency, accounts, lines, result }) => [
      ...accounts.map(({ account, opening }) => `opening,${about},${currency},${account},,,,,,${opening}`),
      ...lines.map(({ account, product, kind, entries, credit, debit }) =>
        ['movement', about, currency, account, product, kind, entries, credit, debit, credit - debit].join(),
      ),
      ...accounts.map(({ account, closing }) => `closing,${about},${currency},${account},,,,,,${closing}`),
      `result,${about},${currency},,,,,,,${result}`,
    ]),
  ]
  return filed.join('\n') === shown.join('\n')
}

function fromPem(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll(/-----[^-]+-----|\s/g, ''))
  return Uint8Array.from(plain, (character) => character.charCodeAt(0))
}

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Two integers in DER, as OpenSSL writes a signature, to 32 bytes each, as browsers verify it. */
function fromDer(signature: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(64)
  let at = 2
  for (const end of [32, 64]) {
    const length = signature[at + 1] ?? 0
    const number = signature.subarray(at + 2, at + 2 + length)
    const digits = number.subarray(Math.max(0, number.length - 32))
    joined.set(digits, end - digits.length)
    at += 2 + length
  }
  return joined
}
