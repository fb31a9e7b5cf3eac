/** What operators do on a random day: calls of the desk's endpoints, sensible ones and spoilt ones. */
import { randomUUID } from 'node:crypto'
import type { DeskAnswer, DeskCall } from '#tests/setup/desk.ts'

export type Random = {
  /** Below `max`. */
  below(max: number): number
  pick<T>(values: readonly T[]): T
  chance(share: number): boolean
}

/** The same numbers for the same seed (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (max: number) => Math.floor(next() * max)
  return { below, pick: (values) => values[below(values.length)]!, chance: (share) => next() < share }
}

/** What the day is about, and what its acts have made so far. */
export type World = {
  players: string[]
  /** Whose closed accounts have money that is paid outside. */
  closed: string[]
  payments: string[]
  flags: string[]
  documents: string[]
  markers: string[]
  households: string[]
  conversations: string[]
  messages: string[]
  notes: Array<{ player: string; id: string }>
  requests: string[]
  people: string[]
  /** By an auditor, who may read everything. */
  read(url: string): Promise<DeskAnswer>
}

type Act = (random: Random, world: World) => Promise<DeskCall> | DeskCall

const reason = 'it is that kind of day'
const texts = ['en/pages/terms', 'de/pages/terms']
const roles = ['support', 'payments', 'risk', 'content', 'marketing', 'manager', 'auditor', 'regulator']
const post = (url: string, body: object = {}): DeskCall => ({ method: 'POST', url, body })
const put = (url: string, body: object = {}): DeskCall => ({ method: 'PUT', url, body })
const del = (url: string): DeskCall => ({ method: 'DELETE', url })

const campaign = {
  purpose: 'service',
  channels: ['site'],
  segment: { countries: ['DE'] },
  words: { en: { title: 'New terms', text: 'They apply from January.' } },
}

async function definitionOf(random: Random, world: World, area: string) {
  const { body } = await world.read(`/api/definitions/${area}`)
  const { kind, identity } = random.pick(body.definitions as Array<{ kind: string; identity: string }>)
  const versions = (await world.read(`/api/definitions/${area}/${kind}/${identity}`)).body as Array<{
    version: number
    data: unknown
  }>
  return { url: `/api/definitions/${area}/${kind}/${identity}`, version: random.pick(versions) }
}

const definitionActs = (area: string): Record<string, Act> => ({
  async [`draft ${area}`](random, world) {
    const { url, version } = await definitionOf(random, world, area)
    return post(url, { data: version.data, reason })
  },
  async [`schedule ${area}`](random, world) {
    const { url, version } = await definitionOf(random, world, area)
    return post(`${url}/${version.version}/schedule`, { startsAt: null, endsAt: null })
  },
  async [`archive ${area}`](random, world) {
    const { url, version } = await definitionOf(random, world, area)
    return post(`${url}/${version.version}/archive`)
  },
})

export const acts: Record<string, Act> = {
  async 'decide a withdrawal'(random, { payments, read }) {
    const number = random.pick(payments)
    const seen = ((await read(`/api/payments/${number}`)).body.version as number) - (random.chance(0.1) ? 1 : 0)
    return post(`/api/withdrawals/${number}/decision`, {
      decision: random.pick(['approved', 'declined']),
      reason,
      seen,
    })
  },
  async 'settle a flag'(random, { flags, read }) {
    const number = random.pick(flags)
    const { body } = await read(`/api/payments/${number}`)
    const decision = random.pick([
      'credit',
      'send-back',
      'keep',
      'charge-house',
      'charge-player',
      'give-back',
      'dismiss',
    ])
    return post(`/api/flags/${number}/decision`, { decision, reason, seen: body.version })
  },
  adjust: (random, { players }) =>
    post(`/api/players/${random.pick(players)}/adjustments`, {
      id: randomUUID(),
      direction: random.pick(['credit', 'debit']),
      currency: 'EUR',
      amount: random.pick(['0.50', '12.00', '150.00', '900.00']),
      cause: random.pick(['error', 'goodwill']),
      reason,
    }),
  note(random, { players, notes }) {
    const note = { player: random.pick(players), id: randomUUID() }
    notes.push(note)
    return post(`/api/players/${note.player}/notes`, { id: note.id, text: 'Called about a card.' })
  },
  'withdraw a note'(random, { players, notes }) {
    const { player, id } = notes.length > 0 ? random.pick(notes) : { player: players[0], id: randomUUID() }
    return post(`/api/players/${player}/notes/${id}/withdrawal`, { reason })
  },
  tag: (random, { players }) => put(`/api/players/${random.pick(players)}/tags/${random.pick(['vip', 'test'])}`),
  untag: (random, { players }) => del(`/api/players/${random.pick(players)}/tags/${random.pick(['vip', 'test'])}`),
  claim: (random, { documents }) => post('/api/claims', { kind: 'document', id: random.pick(documents) }),
  release: (random, { documents }) => del(`/api/claims/document/${random.pick(documents)}`),
  'decide a document': (random, { documents }) =>
    post(`/api/documents/${random.pick(documents)}/decision`, {
      decision: random.pick(['approved', 'declined']),
      reason: 'expired',
      seen: null,
    }),
  'decide a marker': (random, { markers }) =>
    post(`/api/markers/${random.pick(markers)}/decision`, {
      decision: random.pick(['upheld', 'dismissed']),
      reason,
      seen: 'open',
    }),
  'decide a household': (random, { households }) =>
    post(`/api/households/${random.pick(households)}/decision`, {
      decision: random.pick(['allowed', 'declined']),
      reason,
    }),
  'raise a concern': (random, { players }) =>
    post(`/api/players/${random.pick(players)}/concerns`, { id: randomUUID(), reason }),
  block: (random, { players }) =>
    put(`/api/players/${random.pick(players)}/status`, {
      status: random.pick(['active', 'limited', 'blocked']),
      reason,
      seen: random.pick(['active', 'active', 'limited', 'blocked']),
    }),
  limit: (random, { players }) =>
    post(`/api/players/${random.pick(players)}/limits`, {
      kind: random.pick(['deposit', 'loss']),
      period: random.pick(['daily', 'weekly']),
      amount: random.pick(['10', '100']),
      currency: 'EUR',
      reason,
    }),
  break: (random, { players }) =>
    post(`/api/players/${random.pick(players)}/breaks`, {
      kind: 'coolingOff',
      period: random.pick(['1-day', '1-week']),
      reason,
    }),
  'send a reset link': (random, { players }) => post(`/api/players/${random.pick(players)}/reset-link`),
  'reset factors': (random, { players }) =>
    post(`/api/players/${random.pick(players)}/factors/reset`, { hasPasskeys: true, reason }),
  'change an email': (random, { players }) =>
    put(`/api/players/${random.pick(players)}/email`, { email: `new${random.below(1e6)}@example.com`, reason }),
  'change a phone': (random, { players }) =>
    put(`/api/players/${random.pick(players)}/phone`, { phone: `+4915123${100_000 + random.below(900_000)}`, reason }),
  grant: (random, { players }) =>
    post(`/api/players/${random.pick(players)}/rewards`, {
      id: randomUUID(),
      title: `A gift ${random.below(1e6)}`,
      reward: random.pick([
        { kind: 'cash', currency: 'EUR', amount: random.pick(['5.00', '400.00']) },
        { kind: 'points', points: 50 },
      ]),
      reason,
    }),
  async 'save a draft of a text'(random, { read }) {
    const path = random.pick(texts)
    const { data, versions, draft } = (await read(`/api/content-file?path=${path}`)).body
    return put('/api/content-draft', {
      path,
      data: { ...data, title: `Terms ${random.below(3)}` },
      base: versions[0]?.version ?? 0,
      draft: random.chance(0.1) ? 7 : (draft?.revision ?? 0),
    })
  },
  async 'discard a draft of a text'(random, { read }) {
    const path = random.pick(texts)
    const { draft } = (await read(`/api/content-file?path=${path}`)).body
    return post('/api/content-draft/end', { path, draft: draft?.revision ?? 1 })
  },
  async 'publish a text'(random, { read }) {
    const path = random.pick(texts)
    const { data, versions, draft } = (await read(`/api/content-file?path=${path}`)).body
    const seen = versions[0]?.version ?? 0
    return post('/api/content-file', { path, data: draft?.data ?? data, reason, seen, draft: draft?.revision ?? 0 })
  },
  async 'schedule a text'(random, { read }) {
    const path = random.pick(texts)
    const { draft } = (await read(`/api/content-file?path=${path}`)).body
    const at = random.pick(['2126-01-01T00:00:00Z', '2126-06-01T00:00:00Z', '2020-01-01T00:00:00Z'])
    return put('/api/content-draft/publication', { path, draft: draft?.revision ?? 1, at, reason })
  },
  async 'remove the time of a text'(random, { read }) {
    const path = random.pick(texts)
    const { draft } = (await read(`/api/content-file?path=${path}`)).body
    return post('/api/content-draft/publication/end', { path, draft: draft?.revision ?? 1, reason })
  },
  async 'restore a text'(random, { read }) {
    const path = random.pick(texts)
    const { versions } = (await read(`/api/content-file?path=${path}`)).body
    const seen = versions[0]?.version ?? 1
    return post('/api/content-restore', { path, version: 1 + random.below(seen), reason, seen })
  },
  async 'revoke a reward'(random, { players, read }) {
    const player = random.pick(players)
    const { rewards } = (await read(`/api/players/${player}/rewards`)).body
    const id = rewards.length > 0 ? random.pick(rewards as Array<{ id: string }>).id : randomUUID()
    return post(`/api/players/${player}/rewards/${id}/revocation`, { reason })
  },
  'record a payment to a closed account': (random, { closed }) =>
    post(`/api/players/${random.pick(closed)}/closed-payments`, {
      currency: 'EUR',
      amount: random.pick(['5000.00', '10.00']),
      reason,
    }),
  async 'write off a debt'(random, { payments, read }) {
    const { debts } = (await read('/api/payment-debts')).body
    const debt = debts.length > 0 ? random.pick(debts as Array<{ number: string; amount: { amount: string } }>) : null
    const number = debt?.number ?? random.pick(payments)
    return post(`/api/payment-debts/${number}/clearance`, { reason, seen: debt?.amount.amount ?? '1' })
  },
  async 'write off a debt of a bet'(random, { read }) {
    const { work } = (await read('/api/sports?kind=debts')).body
    const debt = work.length > 0 ? random.pick(work as Array<{ bet: string; amount: { amount: string } }>) : null
    return post(`/api/sports/debts/${debt?.bet ?? randomUUID()}/clearance`, {
      reason,
      seen: random.chance(0.1) ? '0.01' : (debt?.amount.amount ?? '1'),
    })
  },
  reply: (random, { conversations }) =>
    post(`/api/conversations/${random.pick(conversations)}/messages`, { id: randomUUID(), text: 'Yes.', seen: 1 }),
  'take over': (random, { conversations, people }) =>
    put(`/api/conversations/${random.pick(conversations)}/operator`, { operator: random.pick(people), seen: null }),
  'close a conversation': (random, { conversations }) =>
    post(`/api/conversations/${random.pick(conversations)}/close`, { seen: 1 + random.below(2) }),
  'read a conversation': (random, { conversations }) => ({ url: `/api/conversations/${random.pick(conversations)}` }),
  'answer a message': (random, { messages }) =>
    post(`/api/contact-messages/${random.pick(messages)}/answer`, { answer: 'Yes.' }),
  switch: (random) =>
    post('/api/switches', {
      name: random.pick(['method:sandbox.card', 'method:sandbox.bank', 'sportsbook']),
      to: random.pick(['off', 'on']),
      countries: random.pick([[], ['DE'], ['AT', 'DE']]),
      reason,
    }),
  'switch a currency': (random) =>
    put(`/api/currencies/${random.pick(['BRL', 'USDT'])}`, { isEnabled: random.chance(0.5), reason }),
  'set a rate': (random) =>
    put(`/api/rates/${random.pick(['USD', 'BRL'])}`, { rate: `1.${10 + random.below(80)}`, isConfirmed: true, reason }),
  'schedule a campaign': (random) =>
    post(`/api/campaigns/day-${random.below(6)}`, { definition: campaign, startsAt: null, endsAt: null }),
  'cancel a campaign': (random) => post(`/api/campaigns/day-${random.below(6)}/cancel`),
  invite: (random, { people }) => {
    const name = `new-${random.below(6)}`
    if (!people.includes(name)) people.push(name)
    return post('/api/people', { name, roles: [random.pick(roles)] })
  },
  'change roles': (random, { people }) =>
    put(`/api/people/${random.pick(people)}/roles`, { roles: [random.pick(roles)] }),
  'invite again': (random) => post(`/api/people/new-${random.below(6)}/invitation`),
  'end an access': (random) => del(`/api/people/new-${random.below(6)}`),
  approve: (random, { requests }) =>
    post(`/api/requests/${requests.length > 0 ? random.pick(requests.slice(-6)) : randomUUID()}/approval`),
  'refuse a request': (random, { requests }) =>
    post(`/api/requests/${requests.length > 0 ? random.pick(requests.slice(-6)) : randomUUID()}/refusal`, { reason }),
  'withdraw a request': (random, { requests }) =>
    del(`/api/requests/${requests.length > 0 ? random.pick(requests) : randomUUID()}`),
  ...definitionActs('rewards'),
  ...definitionActs('operators'),
}

const garbage = [null, '', -1, 1e300, 'x'.repeat(5000), [], { $ne: null }, '\u0000', "'; DROP TABLE players; --", '…']

/** One thing of the call is wrong. */
export function spoil(random: Random, call: DeskCall): DeskCall {
  const fields = Object.keys(call.body ?? {})
  if (fields.length === 0 || random.chance(0.3))
    return {
      ...call,
      url: call.url.replace(/[\w-]{6,}(?=[^/]*$|\/)/, () => random.pick([randomUUID(), 'zz', '%00', '0'])),
    }
  const field = random.pick(fields)
  if (random.chance(0.3)) {
    const { [field]: _without, ...body } = call.body as Record<string, unknown>
    return { ...call, body }
  }
  return { ...call, body: { ...call.body, [field]: random.pick(garbage) } }
}
