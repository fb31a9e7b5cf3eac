/**
 * Mutations without any observable effect, which no test can detect and which are therefore not counted. A person
 * reviewed each and wrote down the reason. `within` is text that occurs once in the file and contains the mutation.
 */
export type Equivalent = { file: string; rules: string[]; within: string; reason: string }

const steps = 'server/kernel/db/functions/16-ledger-steps.sql'
const payments = 'server/cashier'

export const equivalents: Equivalent[] = [
  {
    file: 'server/kernel/db/functions/10-round-rules.sql',
    rules: ['less or equal'],
    within: 'movement_id = bet AND entries.amount < 0',
    reason: 'no entry has the amount 0',
  },
  {
    file: steps,
    rules: ['more or equal'],
    within: "(kind = 'bet' AND source > ledger.own_vault())",
    reason: 'no bet is staked from the vault',
  },
  {
    file: `${payments}/payouts/correct-payout.ts`,
    rules: ['less or equal'],
    within: 'paid.amount < requested ? paid.amount : requested',
    reason: 'both results are the same if the amounts are equal',
  },
  {
    file: `${payments}/payouts/correct-payout.ts`,
    rules: ['less or equal'],
    within: 'partner < player ? partner : player',
    reason: 'both results are the same if the amounts are equal',
  },
  {
    file: `${payments}/internal/net-of.ts`,
    rules: ['zero to one'],
    within:
      'coalesce(-sum(entry.amount) FILTER (WHERE account.player_id IS NOT NULL AND account.currency = ${row.currency}), 0)',
    reason: 'every withdrawal has entries of its player',
  },
  {
    file: 'server/ledger/statement.ts',
    rules: ['zero to one', 'one more'],
    within: '{ movementId: 0n, ordinal: -1 }',
    reason: 'any position before the first entry of the first movement has the same effect',
  },
  {
    file: 'server/ledger/queue.ts',
    rules: ['or to and'],
    within: 'isScheduled || free === 0 || ready.length === 0',
    reason: 'only saves a turn of the event loop in which there is nothing to do',
  },
  {
    file: 'server/ledger/queue.ts',
    rules: ['more or equal'],
    within: 'ready.length > 0) {',
    reason: 'an empty batch ends the loop as well',
  },
  {
    file: 'server/ledger/queue.ts',
    rules: ['less or equal'],
    within: 'at < ready.length ? ready.slice(at).concat(later) : later',
    reason: 'nothing follows the last one',
  },
  {
    file: 'server/ledger/invariants.ts',
    rules: ['less or equal'],
    within: 'bet.id < win.id',
    reason: 'a bet and a win have different ids',
  },
  {
    file: `${payments}/flags/flags.ts`,
    rules: ['default left out'],
    within:
      'state: report?.state ?? null, amount, currency: report?.currency ?? null, external_id: report?.externalId ?? null',
    reason: 'a column without a value is null',
  },
  {
    file: `${payments}/deposits/start-deposit.ts`,
    rules: ['default left out'],
    within: 'networkOf(method, input.fields)?.id ?? null',
    reason: 'a column without a value is null, and only addresses, which have a network, are looked up by it',
  },
  {
    file: `${payments}/payouts/request-destination.ts`,
    rules: ['default left out'],
    within: 'network: networkOf(method, fields)?.id ?? null',
    reason: 'both become null in the JSON of a list',
  },
  {
    file: 'server/ledger/entries.ts',
    rules: ['one more'],
    within: 'ORDER BY own.movement_id DESC, own.ordinal DESC LIMIT ${perPage + 1}',
    reason: 'reads two more rows than the page has, where one is enough to know that there is a next page',
  },
  {
    file: 'server/ledger/entries.ts',
    rules: ['one more'],
    within: 'ORDER BY entry.movement_id DESC, entry.ordinal DESC LIMIT ${perPage + 1}',
    reason: 'reads two more rows than the page has, where one is enough to know that there is a next page',
  },
  {
    file: `${payments}/measure-payments.ts`,
    rules: ['default left out'],
    within: 'rows[0]?.value ?? 0',
    reason: 'a count always has its row',
  },
  {
    file: `server/reference/format-amount.ts`,
    rules: ['one more'],
    within: 'padStart(places + 1',
    reason: 'one more leading zero, which parsing removes',
  },
  {
    file: `${payments}/internal/prefill.ts`,
    rules: ['more or equal'],
    within: 'fields.length > 0',
    reason: 'only saves a query whose result is not used',
  },
  {
    file: 'server/ledger/statement.ts',
    rules: ['one more'],
    within: 'CROSS JOIN generate_series(0, 1) AS bucket',
    reason: 'no bet or win changes the held balance',
  },
  {
    file: `${payments}/internal/invoices.ts`,
    rules: ['default left out'],
    within: `network: invoice.network ?? null, fields: JSON.stringify(invoice.fields ?? {}), late_of: invoice.lateOf ?? null, excess_of: invoice.excessOf ?? null,
    idempotency_key: invoice.idempotencyKey ?? null, request_hash: invoice.requestHash ?? null, next_check_at: invoice.nextCheckAt, bonus_id: invoice.bonus?.id ?? null, bonus_version: invoice.bonus?.version ?? null, bonus_session_id: invoice.bonus?.sessionId ?? null, destination: invoice.destination ?? null`,
    reason: 'a column without a value is null, or the empty object that is its default',
  },
]
