/**
 * The page that pays to an address of the sandbox's chain, and the RPC endpoint through which the site reads that
 * chain.
 */
import * as HttpStatus from '#contract/statuses.ts'
import { type Answer, html, json, redirect, type SandboxRoute, text } from '../router.ts'
import { page, safe } from '../pages/layout.ts'
import type { SandboxChain, Sent } from './chain.ts'

/** Null until started. */
export type ChainSource = () => SandboxChain | null

/** Allows only reads and signed transactions; anvil's other calls modify the chain and are not exposed. */
const isAllowed = (method: unknown) =>
  typeof method === 'string' &&
  /^(eth|net|web3)_[a-zA-Z]+$/.test(method) &&
  !/^eth_(sendTransaction|sendUnsigned|sign|accounts)/.test(method)

export function chainRoutes(chain: ChainSource): SandboxRoute[] {
  return [
    {
      method: 'GET',
      path: '/chain',
      handle: ({ query }) => chainPage(chain(), { address: query.get('address'), note: query.get('note') }),
    },
    { method: 'POST', path: '/chain/pay', handle: ({ body }) => pay(chain(), body) },
    {
      method: 'POST',
      path: '/chain/rpc',
      handle: async ({ rawBody, body }) => {
        if (!isAllowed(body.method)) return json(HttpStatus.forbidden, { error: 'not offered here' })
        const answer = await chain()?.rpc(rawBody)
        return answer
          ? { ...html(answer), type: 'json' }
          : json(HttpStatus.serviceUnavailable, { error: 'the chain is not up' })
      },
    },
  ]
}

async function pay(chain: SandboxChain | null, body: Record<string, unknown>): Promise<Answer> {
  const [to, amount] = [text(body.address)?.trim() ?? '', text(body.amount)?.trim() ?? '']
  const back = (note: string) => redirect(`/chain?${new URLSearchParams({ note, address: to })}`)
  if (!chain) return back('starting')
  if (!/^0x[0-9a-fA-F]{40}$/.test(to) || !/^\d{1,6}(\.\d{1,18})?$/.test(amount) || Number(amount) === 0)
    return back('unreadable')
  const currency = body.currency === 'USDT' ? 'USDT' : 'ETH'
  return chain.pay({ to: to as `0x${string}`, amount, currency }).then(
    () => back('sent'),
    () => back('refused'),
  )
}

const notes: Record<string, string> = {
  sent: 'Sent. Fairhouse credits it after a few more blocks, within seconds.',
  starting: 'The chain is still starting: try again in a moment.',
  unreadable: 'An address starts with 0x and has 40 digits after it; an amount is a number like 0.2.',
  refused: 'The chain rejected the transaction.',
}

function chainPage(
  chain: SandboxChain | null,
  { address, note }: { address: string | null; note: string | null },
): Answer {
  const message = note && notes[note] ? `<p role="status"><strong>${notes[note]}</strong></p>` : ''
  return page(
    'Sandbox chain',
    `
<div class="split"><h1>Pay on the sandbox's chain</h1><a href="/inbox">Inbox</a></div>
<section class="sheet"><h2>Send coins</h2>${message}<p class="soft">A local blockchain on this machine (chain 31337) with worthless coins. Start a crypto deposit in ETH or USDT at Fairhouse, copy the address and pay to it here.</p>
<form method="post" action="/chain/pay" class="actions"><label>Address<input name="address" required autocomplete="off" spellcheck="false" value="${safe(address)}" placeholder="0x…"></label>
<div class="pair"><label>Amount<input name="amount" required inputmode="decimal" value="0.2"></label><label>Currency<select name="currency"><option>ETH</option><option>USDT</option></select></label></div>
<button class="go">Send</button></form></section>
<section class="sheet"><h2>Sent</h2>${chain && chain.sent.length > 0 ? `<ul class="list">${chain.sent.map(sentItem).join('')}</ul>` : '<p class="soft">Nothing yet.</p>'}</section>`,
    {
      isWide: true,
      banner:
        'Sandbox: a chain of its own with worthless coins. Never send real ones to an address that is shown here.',
    },
  )
}

function sentItem({ amount, currency, to, hash }: Sent): string {
  return `<li><div class="split"><strong>${safe(amount)} ${currency}</strong><span class="soft">to <code>${safe(to)}</code></span></div><p class="soft"><code>${safe(hash)}</code></p></li>`
}
